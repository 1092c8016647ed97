package dev.foliot.checks.specimens;

import dev.foliot.apps.lottery.FillerClass;
import dev.foliot.apps.lottery.LotteryRun;
import dev.foliot.checks.specimens.Messages.Notice;
import dev.foliot.checks.specimens.Messages.Refund;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/**
 * One thread writes the {@code _secondary_super_cache} of a class, others read another field of its
 * Klass.
 *
 * <p>The address decides whether the fields share a cache line, and the order of loading decides
 * the address. A new loader's first class begins a chunk of metaspace. Each virtual method of a
 * filler that is loaded earlier moves the class by 8 bytes.
 */
final class Lottery {
  /** The name, before the number of the filler's methods, that selects an address. */
  static final String NAME = "lottery";

  /**
   * The offsets in a line where the fields of a check for the direct superclass are on two lines.
   */
  private static final Set<Integer> LUCKY = Set.of(8, 16, 24);

  /** The one offset in eight where a field and the next are on different lines. */
  private static final Set<Integer> LUCKIEST = Set.of(24);

  /**
   * This number of fillers, each a method longer than the last, reaches every offset eight times.
   */
  private static final int MOST_FILLERS = 64;

  /** For a reader that uses two fifths of a CPU. */
  private static final long BUSY_NS = 1_000_000;

  private static final long REST_NS = 1_500_000;

  private static final String FILLER = "dev.foliot.checks.specimens.Filler";

  private Lottery() {}

  /** The affected ones. */
  static List<Specimen> sick() {
    return List.of(
        new Specimen(
            truth(
                    "false-primary",
                    "One thread asks for two interfaces in turn; another asks for the superclass.")
                .sick(Kind.FALSE_SHARING)
                .readBy(Neighbour.PRIMARY_SUPERS, "reader-1"),
            training -> cast(training, firstInItsChunk(), Sites.PRIMARY_CHECKS, 1)),
        new Specimen(
            truth(
                    "false-secondary",
                    "One thread asks for two interfaces in turn; another for one that is not"
                        + " there.")
                .sick(Kind.FALSE_SHARING)
                .readBy(Neighbour.SECONDARY_SUPERS, "reader-1"),
            training -> cast(training, firstInItsChunk(), Sites.FAILING_CHECKS, 1)),
        new Specimen(
            truth(
                    "false-readers",
                    "One thread asks for two interfaces in turn; three ask for the superclass.")
                .sick(Kind.FALSE_SHARING)
                .readBy(Neighbour.PRIMARY_SUPERS, "reader-1", "reader-2", "reader-3"),
            training -> cast(training, firstInItsChunk(), Sites.PRIMARY_CHECKS, 3)),
        new Specimen(
            truth(
                    "false-part-time",
                    "One thread asks for two interfaces in turn; another asks for the superclass"
                        + " for two fifths of the time.")
                .sick(Kind.FALSE_SHARING)
                .readBy(Neighbour.PRIMARY_SUPERS, "reader-1"),
            training -> partTime(training, firstInItsChunk())),
        new Specimen(
            truth(
                    "true-secondary",
                    "As false-secondary, with the class where the two fields do not share a line:"
                        + " the written word itself is read before them.")
                .sick(Kind.TRUE_SHARING)
                .readBy("reader-1"),
            training -> cast(training, placed(LUCKIEST), Sites.FAILING_CHECKS, 1)));
  }

  /** The same programs as two of the affected, at favourable addresses. */
  static List<Specimen> lucky() {
    return List.of(
        new Specimen(
            truth(
                    "lucky-address",
                    "As false-primary, with the class where its fields do not share a line.")
                .readBy(Neighbour.PRIMARY_SUPERS, "reader-1")
                .lowAllowed(),
            training -> cast(training, placed(LUCKY), Sites.PRIMARY_CHECKS, 1)),
        new Specimen(
            truth(
                    "lucky-part-time",
                    "As false-part-time, with the class where its fields do not share a line.")
                .readBy(Neighbour.PRIMARY_SUPERS, "reader-1")
                .lowAllowed(),
            training -> partTime(training, placed(LUCKY))));
  }

  /**
   * Selects an address.
   *
   * @param fillerMethods how far to move the class, in units of 8 bytes; 0 to 7 reach all residues
   */
  static Specimen drawn(int fillerMethods) {
    if (fillerMethods < 0 || fillerMethods > FillerClass.MOST_METHODS) {
      throw new IllegalArgumentException(
          "a filler has 0 to " + FillerClass.MOST_METHODS + " methods, not " + fillerMethods);
    }
    return new Specimen(
        truth(
                NAME + "-" + fillerMethods,
                "As false-primary, with the class behind a filler of "
                    + fillerMethods
                    + " methods.")
            .sick(Kind.FALSE_SHARING)
            .readBy(Neighbour.PRIMARY_SUPERS, "reader-1"),
        training -> cast(training, behindAFiller(fillerMethods), Sites.PRIMARY_CHECKS, 1));
  }

  private static TruthBuilder truth(String name, String what) {
    return Sites.INSTANCEOF_PAIR
        .tell(new TruthBuilder(name, what))
        .about(Parcel.class.getName(), TemplateLoader.class.getName())
        .between(Routed.class, Counted.class)
        .writtenBy("writer-1");
  }

  /** A parcel's class that begins a line, alone in its loader. */
  static Class<?> firstInItsChunk() {
    return new TemplateLoader().define(Parcel.class);
  }

  private static Class<?> behindAFiller(int methods) {
    TemplateLoader loader = new TemplateLoader();
    loader.define(FILLER, FillerClass.of(FILLER, methods));
    return loader.define(Parcel.class);
  }

  /**
   * A parcel's class at one of these offsets in its line, for any size of fillers in this JVM.
   *
   * @throws UnsupportedOperationException if this JVM puts it at none of them, or hides the address
   */
  private static Class<?> placed(Set<Integer> places) {
    KlassPlace place = KlassPlace.open();
    for (int methods = 0; methods < MOST_FILLERS; methods++) {
      Class<?> type = behindAFiller(LotteryRun.LEAST_METHODS + methods);
      if (places.contains(place.of(Parcels.maker(type).get()))) {
        return type;
      }
    }
    throw new UnsupportedOperationException(
        "no filler put the class where its fields do not share a line in this JVM");
  }

  private static Cast cast(Training training, Class<?> type, Site read, int readers) {
    Supplier<?> parcels = trained(training, type, read);
    List<Worker> workers = new ArrayList<>();
    workers.add(Sites.INSTANCEOF_PAIR.worker("writer-1", parcels));
    workers.addAll(List.of(read.workers("reader", readers, parcels)));
    return new Cast(List.of(type), workers, Threads.PLATFORM);
  }

  private static Cast partTime(Training training, Class<?> type) {
    Supplier<?> parcels = trained(training, type, Sites.PRIMARY_CHECKS);
    Work reading = Sites.PRIMARY_CHECKS.work().apply(Crowd.of(parcels));
    return Cast.of(
        List.of(type),
        Sites.INSTANCEOF_PAIR.worker("writer-1", parcels),
        new Worker("reader-1", new PartTime(reading, BUSY_NS, REST_NS)));
  }

  private static Supplier<?> trained(Training training, Class<?> type, Site read) {
    Supplier<?> parcels = Parcels.maker(type);
    Sites.INSTANCEOF_PAIR.train(training, parcels, Refund::new, Notice::new);
    read.train(training, parcels, Refund::new, Notice::new);
    return parcels;
  }
}
