package dev.foliot.checks.specimens;

/**
 * The field of a Klass that is read beside {@code _secondary_super_cache}, which is written. By the
 * Klass's address they share a cache line or not: the lottery.
 *
 * @param field as HotSpot's sources name it
 * @param offsetBytes where it is in the Klass, on 17 to 25
 */
public record Neighbour(String field, int offsetBytes) {
  /** Where the written field is, on 17 to 25. */
  public static final int WRITTEN_OFFSET_BYTES = 32;

  /** What a check for the direct subclass of Object reads. */
  public static final Neighbour PRIMARY_SUPERS = new Neighbour("_primary_supers", 56);

  /** What a check reads that finds nothing in the cache. */
  public static final Neighbour SECONDARY_SUPERS = new Neighbour("_secondary_supers", 40);

  /** Whether the two fields of the Klass at this address lie on one line. */
  public boolean sharesLine(long klassAddress, int lineBytes) {
    return (klassAddress + WRITTEN_OFFSET_BYTES) / lineBytes
        == (klassAddress + offsetBytes) / lineBytes;
  }
}
