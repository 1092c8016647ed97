package dev.foliot.judgement;

import dev.foliot.stats.Median;
import dev.foliot.store.ForkRecord;
import dev.foliot.text.Numbers;
import dev.foliot.text.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What the JVMs of several forks did beside the messages: garbage collections and allocation.
 * Stateless.
 */
public final class JvmWork {
  private JvmWork() {}

  /**
   * What a message allocates, over the forks of an arm.
   *
   * @param arm index of the arm
   * @param median of the forks, in bytes
   * @param min of the forks
   * @param max of the forks
   */
  public record PerMessage(int arm, double median, double min, double max) {
    /** As in {@code 1,016 B a message (1,014 to 1,020 B)}. */
    public String text() {
      String bytes = Numbers.number(rounded(median)) + " B a message";
      return rounded(min) == rounded(max)
          ? bytes
          : bytes
              + " ("
              + Numbers.number(rounded(min))
              + " to "
              + Numbers.number(rounded(max))
              + " B)";
    }

    /** Less than a tenth of a byte is rounding, not allocation. */
    private static double rounded(double bytes) {
      return bytes < 100 ? Math.rint(bytes * 10) / 10 : Math.rint(bytes);
    }
  }

  /** The allocation of each arm whose forks tell it, in the order of the arms. */
  public static List<PerMessage> perMessage(List<ForkRecord> forks) {
    List<PerMessage> all = new ArrayList<>();
    for (int arm : forks.stream().map(fork -> fork.place().arm()).distinct().sorted().toList()) {
      double[] bytes =
          forks.stream()
              .filter(fork -> fork.place().arm() == arm)
              .flatMap(fork -> Stream.ofNullable(fork.jvm().allocation()))
              .flatMap(allocation -> Stream.ofNullable(allocation.bytesPerMessage()))
              .mapToDouble(Double::doubleValue)
              .sorted()
              .toArray();
      if (bytes.length > 0) {
        all.add(new PerMessage(arm, Median.of(bytes), bytes[0], bytes[bytes.length - 1]));
      }
    }
    return all;
  }

  /** Why a fork could not count what it allocated; empty if all could, or none was asked to. */
  public static Optional<Reason> whyUncounted(List<ForkRecord> forks) {
    return forks.stream()
        .flatMap(fork -> Stream.ofNullable(fork.jvm().allocation()))
        .flatMap(allocation -> allocation.missing().unavailableCodes().stream())
        .findFirst();
  }

  /**
   * The garbage collections of all forks, as in {@code 12 collections, 45 ms in 5 forks (G1 Young
   * Generation)}; empty if no fork tells. May hold any text, since the JVM names its collectors.
   */
  public static String gc(List<ForkRecord> forks) {
    ForkRecord.Gc gc = ForkRecord.Gc.sum(forks);
    if (gc == null) {
      return "";
    }
    long telling = forks.stream().filter(fork -> fork.jvm().gc() != null).count();
    String in = telling == 1 ? "" : " in " + Numbers.count(telling, "fork");
    List<ForkRecord.Collector> busy =
        gc.collectors().stream().filter(one -> one.count() > 0).toList();
    return busy.isEmpty()
        ? "no collection" + in
        : collections(gc.count(), gc.timeMs())
            + in
            + " ("
            + (busy.size() == 1
                ? busy.getFirst().name()
                : busy.stream()
                    .map(one -> one.name() + ": " + collections(one.count(), one.timeMs()))
                    .collect(Collectors.joining("; ")))
            + ")";
  }

  private static String collections(long count, long timeMs) {
    return Numbers.count(count, "collection")
        + ", "
        + (timeMs == 0 ? "below 1 ms" : Numbers.shortDuration(timeMs * 1e6));
  }
}
