// Made by `python -m birdtable.server.http.page_types`. Do not edit.

/** What chance deals from, and how to keep count of it by what everybody sees. */
export interface Pile {
  /** All that chance can do, in the order of the game's notation, with the weights that it has at first. */
  chance: [string, number][];
  /** Events with which one card leaves the pile, shown or hidden. */
  drawn: string[];
  /** Events with which cards come back into it, each with the events that these cards had left by. */
  returns: Record<string, string[]>;
  /** Events with which cards that had left by others go on: from then on they have left by this one. */
  moves: Record<string, string[]>;
}

export const PILES: Record<string, Record<string, Pile>> = {
  "birdie": {
    "2": {
      "chance": [
        ["deal Ws", 4],
        ["deal Wu", 4],
        ["deal Wa", 4],
        ["deal Ww", 4],
        ["deal Os", 4],
        ["deal Ou", 4],
        ["deal Oa", 4],
        ["deal Ow", 4],
        ["deal Ps", 4],
        ["deal Pu", 4],
        ["deal Pa", 4],
        ["deal Pw", 4],
        ["deal Rs", 4],
        ["deal Ru", 4],
        ["deal Ra", 4],
        ["deal Rw", 4],
        ["starter 1", 1],
        ["starter 2", 1]
      ],
      "drawn": [
        "dealt",
        "laid out",
        "refilled",
        "drew"
      ],
      "returns": {},
      "moves": {}
    },
    "3": {
      "chance": [
        ["deal Ws", 4],
        ["deal Wu", 4],
        ["deal Wa", 4],
        ["deal Ww", 4],
        ["deal Os", 4],
        ["deal Ou", 4],
        ["deal Oa", 4],
        ["deal Ow", 4],
        ["deal Ps", 4],
        ["deal Pu", 4],
        ["deal Pa", 4],
        ["deal Pw", 4],
        ["deal Rs", 4],
        ["deal Ru", 4],
        ["deal Ra", 4],
        ["deal Rw", 4],
        ["starter 1", 1],
        ["starter 2", 1],
        ["starter 3", 1]
      ],
      "drawn": [
        "dealt",
        "laid out",
        "refilled",
        "drew"
      ],
      "returns": {
        "started": [
          "dealt",
          "laid out",
          "refilled",
          "drew"
        ]
      },
      "moves": {}
    },
    "4": {
      "chance": [
        ["deal Ws", 4],
        ["deal Wu", 4],
        ["deal Wa", 4],
        ["deal Ww", 4],
        ["deal Os", 4],
        ["deal Ou", 4],
        ["deal Oa", 4],
        ["deal Ow", 4],
        ["deal Ps", 4],
        ["deal Pu", 4],
        ["deal Pa", 4],
        ["deal Pw", 4],
        ["deal Rs", 4],
        ["deal Ru", 4],
        ["deal Ra", 4],
        ["deal Rw", 4],
        ["starter 1", 1],
        ["starter 2", 1],
        ["starter 3", 1],
        ["starter 4", 1]
      ],
      "drawn": [
        "dealt",
        "laid out",
        "refilled",
        "drew"
      ],
      "returns": {
        "started": [
          "dealt",
          "laid out",
          "refilled",
          "drew"
        ]
      },
      "moves": {}
    }
  },
  "cubirds": {
    "2": {
      "chance": [
        ["deal F", 7],
        ["deal O", 10],
        ["deal T", 10],
        ["deal D", 13],
        ["deal P", 13],
        ["deal M", 17],
        ["deal R", 20],
        ["deal W", 20],
        ["starter 1", 1],
        ["starter 2", 1]
      ],
      "drawn": [
        "laid out",
        "put aside",
        "dealt",
        "first bird",
        "refilled",
        "drew"
      ],
      "returns": {
        "shuffled": [
          "put aside"
        ],
        "aside shuffled": [
          "put aside"
        ],
        "reshuffled": [
          "discarded",
          "hand discarded",
          "aside discarded"
        ]
      },
      "moves": {
        "aside discarded": [
          "put aside"
        ]
      }
    },
    "3": {
      "chance": [
        ["deal F", 7],
        ["deal O", 10],
        ["deal T", 10],
        ["deal D", 13],
        ["deal P", 13],
        ["deal M", 17],
        ["deal R", 20],
        ["deal W", 20],
        ["starter 1", 1],
        ["starter 2", 1],
        ["starter 3", 1]
      ],
      "drawn": [
        "laid out",
        "put aside",
        "dealt",
        "first bird",
        "refilled",
        "drew"
      ],
      "returns": {
        "shuffled": [
          "put aside"
        ],
        "aside shuffled": [
          "put aside"
        ],
        "reshuffled": [
          "discarded",
          "hand discarded",
          "aside discarded"
        ]
      },
      "moves": {
        "aside discarded": [
          "put aside"
        ]
      }
    },
    "4": {
      "chance": [
        ["deal F", 7],
        ["deal O", 10],
        ["deal T", 10],
        ["deal D", 13],
        ["deal P", 13],
        ["deal M", 17],
        ["deal R", 20],
        ["deal W", 20],
        ["starter 1", 1],
        ["starter 2", 1],
        ["starter 3", 1],
        ["starter 4", 1]
      ],
      "drawn": [
        "laid out",
        "put aside",
        "dealt",
        "first bird",
        "refilled",
        "drew"
      ],
      "returns": {
        "shuffled": [
          "put aside"
        ],
        "aside shuffled": [
          "put aside"
        ],
        "reshuffled": [
          "discarded",
          "hand discarded",
          "aside discarded"
        ]
      },
      "moves": {
        "aside discarded": [
          "put aside"
        ]
      }
    },
    "5": {
      "chance": [
        ["deal F", 7],
        ["deal O", 10],
        ["deal T", 10],
        ["deal D", 13],
        ["deal P", 13],
        ["deal M", 17],
        ["deal R", 20],
        ["deal W", 20],
        ["starter 1", 1],
        ["starter 2", 1],
        ["starter 3", 1],
        ["starter 4", 1],
        ["starter 5", 1]
      ],
      "drawn": [
        "laid out",
        "put aside",
        "dealt",
        "first bird",
        "refilled",
        "drew"
      ],
      "returns": {
        "shuffled": [
          "put aside"
        ],
        "aside shuffled": [
          "put aside"
        ],
        "reshuffled": [
          "discarded",
          "hand discarded",
          "aside discarded"
        ]
      },
      "moves": {
        "aside discarded": [
          "put aside"
        ]
      }
    }
  }
};
