package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A class whose structure is written while the JVM runs and which is no finding all the same: one
 * thread writes, and nobody else reads on that line. On another node the same class may be one,
 * since its address differs there; so a comparison needs to know where it is here.
 *
 * @param className as {@link Class#getName()} gives it
 * @param loader the class loader, in words
 * @param field the written one
 * @param rate how often it is written
 * @param writerThreads how many threads write
 * @param readerThreads how many threads that do not write read one of the fields that were watched,
 *     but for those that do so in turn with the ones that write
 * @param klassAddress in hexadecimal, {@code 0x7f…}
 * @param lineBytes the size of a cache line
 * @param lineOffset the structure's address modulo a line
 * @param lucky for the pair of a written and a read field that matters most; null where none of
 *     these reads
 * @param reason why it is no finding
 */
public record ClearedClass(
    @JsonProperty("class") String className,
    String loader,
    String field,
    WriteRate rate,
    int writerThreads,
    int readerThreads,
    String klassAddress,
    int lineBytes,
    int lineOffset,
    @Nullable LuckyPlacements lucky,
    String reason) {
  /** Checks that nothing is missing and that the place is one. */
  public ClearedClass {
    Objects.requireNonNull(className, "class");
    Objects.requireNonNull(loader, "loader");
    Objects.requireNonNull(field, "field");
    Objects.requireNonNull(rate, "rate");
    Objects.requireNonNull(klassAddress, "klass_address");
    LuckyPlacements.checkPlace(lineBytes, lineOffset);
    Objects.requireNonNull(reason, "reason");
  }
}
