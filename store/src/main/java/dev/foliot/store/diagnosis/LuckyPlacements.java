package dev.foliot.store.diagnosis;

/**
 * Counts a structure's possible addresses with a written and a read field on different lines.
 *
 * @param placements number of addresses with separate lines, modulo a line
 * @param of number of all addresses: 8 for lines of 64 bytes and addresses that are multiples of 8
 * @param thisOne whether this structure has such an address
 */
public record LuckyPlacements(int placements, int of, boolean thisOne) {
  /** Checks the counts. */
  public LuckyPlacements {
    if (placements < 0 || placements > of) {
      throw new IllegalArgumentException(placements + " lucky placements of " + of);
    }
  }
}
