# Starts the services of compose.cluster.yaml, each in a network of its own on one bridge, and lets people come. The
# test says in variables what the file says. Runs as process 1 of namespaces of its own: all ends with it.
set -eu

service() { # name, address
  echo "$2 $1" >> "$FOLDER/hosts"
  ip netns add "$1"
  ip link add "to-$1" type veth peer name eth0 netns "$1"
  ip link set "to-$1" master inside up
  ip -n "$1" link set lo up
  ip -n "$1" link set eth0 up
  ip -n "$1" address add "$2/24" dev eth0
}

start() { # name, command and arguments
  name=$1; shift
  ip netns exec "$name" "$@" > "$FOLDER/$name.log" 2>&1 &
}

until_healthy() { # name, command
  tries=0
  until ip netns exec "$1" sh -c "$2" > /dev/null 2>&1; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || { echo "$1 did not come up"; cat "$FOLDER/$1.log"; exit 1; }
    sleep 0.2
  done
}

mount -t tmpfs tmpfs /run
echo "127.0.0.1 localhost" > "$FOLDER/hosts"
mount --bind "$FOLDER/hosts" /etc/hosts
ip link set lo up
ip link add inside type bridge
ip link set inside up
for visitor in $VISITORS; do ip address add "$visitor/24" dev inside; done
service postgres "$POSTGRES_ADDRESS"
service redis "$REDIS_ADDRESS"
service birdtable "$BIRDTABLE_ADDRESS"
service nginx "$NGINX_ADDRESS"

# As the image does at its first start.
install -d -o postgres /run/postgresql
echo "host all all all scram-sha-256" >> "$POSTGRES_DATA/pg_hba.conf"
start postgres setpriv --reuid postgres --regid postgres --clear-groups \
  "$POSTGRES_BIN/postgres" -D "$POSTGRES_DATA" -h '*' -k /run/postgresql
until_healthy postgres "$POSTGRES_HEALTHY"
psql -qh /run/postgresql -U "$POSTGRES_USER" postgres \
  -c "ALTER ROLE $POSTGRES_USER PASSWORD '$POSTGRES_PASSWORD'" -c "CREATE DATABASE $POSTGRES_DB"

# Debian's Redis refuses other machines; that of the image does not.
eval start redis "$REDIS_COMMAND" --protected-mode no
until_healthy redis "$REDIS_HEALTHY"

eval start birdtable env "$BIRDTABLE_ENVIRONMENT" birdtable "$BIRDTABLE_COMMAND"
server=$!
until_healthy birdtable "$BIRDTABLE_HEALTHY"

for folder in /var/cache/nginx /var/lib/nginx /var/log/nginx; do
  mkdir -p "$folder"
  mount -t tmpfs tmpfs "$folder"
done
mount --bind "$NGINX_CONFIGURATION" /etc/nginx/nginx.conf
start nginx nginx -g 'daemon off;'

python -m kit.server.visitors "http://$NGINX_ADDRESS" \
  "postgresql://$POSTGRES_USER:$POSTGRES_PASSWORD@postgres/$POSTGRES_DB" $VISITORS
kill -TERM $server
wait $server
