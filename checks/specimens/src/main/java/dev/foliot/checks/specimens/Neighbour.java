package dev.foliot.checks.specimens;

/**
 * The field of a Klass that is read beside {@code _secondary_super_cache}, which is written. The
 * Klass's address decides whether they share a cache line: the lottery.
 *
 * @param field as HotSpot's sources name it
 * @param offsetBytes in the Klass, on 17 to 25
 */
public record Neighbour(String field, int offsetBytes) {
  /** The offset of the written field, on 17 to 25. */
  public static final int WRITTEN_OFFSET_BYTES = 32;

  /** The field read by a check for the direct subclass of Object. */
  public static final Neighbour PRIMARY_SUPERS = new Neighbour("_primary_supers", 56);

  /** The field read by a check without a match in the cache. */
  public static final Neighbour SECONDARY_SUPERS = new Neighbour("_secondary_supers", 40);

  /** Whether the two fields of the Klass at this address share a line. */
  public boolean sharesLine(long klassAddress, int lineBytes) {
    return (klassAddress + WRITTEN_OFFSET_BYTES) / lineBytes
        == (klassAddress + offsetBytes) / lineBytes;
  }
}
