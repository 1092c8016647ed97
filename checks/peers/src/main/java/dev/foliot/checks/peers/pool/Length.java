package dev.foliot.checks.peers.pool;

/**
 * The lengths of the cases.
 *
 * <p>FULL is for results; SHORT only shows that it works; SEARCH is for finding the best fixed
 * size. WIDE is FULL for a pool that decides every 1.5 s and so needs longer to find its size.
 */
enum Length {
  FULL,
  WIDE,
  SEARCH,
  SHORT;

  double pick(double full, double wide, double search, double shortS) {
    return switch (this) {
      case FULL -> full;
      case WIDE -> wide;
      case SEARCH -> search;
      case SHORT -> shortS;
    };
  }
}
