package dev.foliot.diagnose.sharing;

import dev.foliot.store.WriteRate;

/** Rates as people read them. */
final class Rates {
  private Rates() {}

  /** {@code at least 75,000}. */
  static String text(WriteRate rate) {
    String bound =
        switch (rate.bound()) {
          case EXACT -> "";
          case ESTIMATE -> "about ";
          case AT_LEAST -> "at least ";
        };
    return bound + Figures.count(rate.perS());
  }
}
