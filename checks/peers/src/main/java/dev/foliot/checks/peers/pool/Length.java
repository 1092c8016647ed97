package dev.foliot.checks.peers.pool;

/**
 * How long the cases last.
 *
 * <p>FULL is what is written up; SHORT only shows that it works; SEARCH is for looking for the best
 * fixed size. WIDE is FULL for a pool that decides every 1.5 s and so gets longer to find its size.
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
