package dev.foliot.checks.specimens;

import dev.foliot.apps.lottery.FillerClass;
import dev.foliot.checks.specimens.Messages.Notice;
import dev.foliot.checks.specimens.Messages.Refund;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * One thread writes the {@code _secondary_super_cache} of a class, others read another field of its
 * Klass. The address decides whether the fields share a cache line, and the order of loading
 * decides the address: a fresh loader's first class begins a chunk of metaspace, and each virtual
 * method of a filler that is loaded before the class in question moves it by 8 bytes.
 */
final class Lottery {
  /** The name, before the number of the filler's methods, that draws an address. */
  static final String NAME = "lottery";

  /** No filler: the class begins a chunk, at 0 modulo 64, where all fields share a line. */
  private static final int FIRST_IN_ITS_CHUNK = -1;

  /** Methods of a filler that moves the class, on 17 and 21, to where they do not. */
  private static final int LUCKY = 1;

  /**
   * Methods of a filler that moves the class to the one place in eight where a field and the one
   * behind it are on different lines, 24 modulo 64.
   */
  private static final int LUCKIEST = Runtime.version().feature() == 17 ? 2 : 3;

  private static final String FILLER = "dev.foliot.checks.specimens.Filler";

  private Lottery() {}

  /** The sick ones. */
  static List<Specimen> sick() {
    return List.of(
        new Specimen(
            truth(
                    "false-primary",
                    "One thread asks for two interfaces in turn; another asks for the superclass.")
                .sick(Kind.FALSE_SHARING)
                .readBy(Neighbour.PRIMARY_SUPERS, "reader-1"),
            training -> cast(training, FIRST_IN_ITS_CHUNK, Sites.PRIMARY_CHECKS, 1)),
        new Specimen(
            truth(
                    "false-secondary",
                    "One thread asks for two interfaces in turn; another for one that is not"
                        + " there.")
                .sick(Kind.FALSE_SHARING)
                .readBy(Neighbour.SECONDARY_SUPERS, "reader-1"),
            training -> cast(training, FIRST_IN_ITS_CHUNK, Sites.FAILING_CHECKS, 1)),
        new Specimen(
            truth(
                    "false-readers",
                    "One thread asks for two interfaces in turn; three ask for the superclass.")
                .sick(Kind.FALSE_SHARING)
                .readBy(Neighbour.PRIMARY_SUPERS, "reader-1", "reader-2", "reader-3"),
            training -> cast(training, FIRST_IN_ITS_CHUNK, Sites.PRIMARY_CHECKS, 3)),
        new Specimen(
            truth(
                    "true-secondary",
                    "As false-secondary, with the class where the two fields do not share a line:"
                        + " the written word itself is read before them.")
                .sick(Kind.TRUE_SHARING)
                .readBy("reader-1"),
            training -> cast(training, LUCKIEST, Sites.FAILING_CHECKS, 1)));
  }

  /** The same program as the first of the sick, with better luck. */
  static Specimen lucky() {
    return new Specimen(
        truth(
                "lucky-address",
                "As false-primary, with the class where its fields do not share a line.")
            .readBy(Neighbour.PRIMARY_SUPERS, "reader-1")
            .lowAllowed(),
        training -> cast(training, LUCKY, Sites.PRIMARY_CHECKS, 1));
  }

  /**
   * Draws an address.
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
        training -> cast(training, fillerMethods, Sites.PRIMARY_CHECKS, 1));
  }

  private static TruthBuilder truth(String name, String what) {
    return Sites.INSTANCEOF_PAIR
        .tell(new TruthBuilder(name, what))
        .about(Parcel.class.getName(), TemplateLoader.class.getName())
        .between(Routed.class, Counted.class)
        .writtenBy("writer-1");
  }

  private static Cast cast(Training training, int fillerMethods, Site read, int readers) {
    TemplateLoader loader = new TemplateLoader();
    if (fillerMethods != FIRST_IN_ITS_CHUNK) {
      loader.define(FILLER, FillerClass.of(FILLER, fillerMethods));
    }
    Class<?> type = loader.define(Parcel.class);
    Supplier<?> parcels = Parcels.maker(type);
    Sites.INSTANCEOF_PAIR.train(training, parcels, Refund::new, Notice::new);
    read.train(training, parcels, Refund::new, Notice::new);
    List<Worker> workers = new ArrayList<>();
    workers.add(Sites.INSTANCEOF_PAIR.worker("writer-1", parcels));
    workers.addAll(List.of(read.workers("reader", readers, parcels)));
    return new Cast(List.of(type), workers, Threads.PLATFORM);
  }
}
