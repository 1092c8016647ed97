package dev.foliot.store.diagnosis;

/**
 * At how many of the addresses that a structure may have a written and a read field are on
 * different lines.
 *
 * @param placements the lucky ones, modulo a line
 * @param of all, 8 for lines of 64 bytes and addresses that are multiples of 8
 * @param thisOne whether this structure has one of them
 */
public record LuckyPlacements(int placements, int of, boolean thisOne) {
  /** Checks the counts. */
  public LuckyPlacements {
    if (placements < 0 || placements > of) {
      throw new IllegalArgumentException(placements + " lucky placements of " + of);
    }
  }
}
