package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Messages.Invoice;
import dev.foliot.checks.specimens.Messages.Notice;
import dev.foliot.checks.specimens.Messages.Order;
import dev.foliot.checks.specimens.Messages.Query;
import dev.foliot.checks.specimens.Messages.Receipt;
import dev.foliot.checks.specimens.Messages.Refund;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Released;
import dev.foliot.checks.specimens.Traits.Routed;
import dev.foliot.checks.specimens.Traits.Timed;
import java.util.List;
import java.util.function.Supplier;

/** Two or more threads write the {@code _secondary_super_cache} of one class: ordinary classes. */
final class TrueSharing {
  private static final Supplier<?>[] SIX = {
    Order::new, Refund::new, Notice::new, Receipt::new, Invoice::new, Query::new
  };

  /** For interfaces unknown to the compiler, which the fix of 21.0.8 does not cover. */
  private static final Jdk[] BUT_FOR_25 = {Jdk.JDK_17, Jdk.JDK_21_0_4, Jdk.JDK_21_0_8};

  private TrueSharing() {}

  static List<Specimen> all() {
    return List.of(
        orders("instanceof-pair", "ask with instanceof", Sites.INSTANCEOF_PAIR),
        partTime(),
        orders(
            "checkcast-pair",
            "cast",
            Site.of(CheckcastPair.class, CheckcastPair::new, "asRouted", "asCounted")),
        orders("interface-calls", "call methods through patterns", Sites.INTERFACE_CALLS),
        isInstance(),
        orders(
            "class-cast",
            "cast by Class.cast",
            Site.of(ClassCast.class, ClassCast::new, "asRouted", "asCounted")),
        orders(
            "assignable-from",
            "ask by Class.isAssignableFrom",
            Site.of(AssignableFrom.class, AssignableFrom::new, "takesRouted", "takesCounted")),
        pipeline(),
        arrayStores(),
        arrayCopies(),
        oneEach(),
        oneSided(),
        manyThreads(),
        megamorphic(),
        virtualThreads());
  }

  private static Specimen orders(String name, String how, Site site) {
    return new Specimen(
        pairOfOrders(
                name, "Two threads " + how + ", for two interfaces of one class in turn.", site)
            .sick(Kind.TRUE_SHARING),
        training -> twoWriters(training, site));
  }

  private static TruthBuilder pairOfOrders(String name, String what, Site site) {
    return site.tell(new TruthBuilder(name, what))
        .about(Order.class)
        .between(Routed.class, Counted.class)
        .writtenBy("writer-1", "writer-2");
  }

  /** Threads that serve requests, and sleep until the next one. */
  private static Specimen partTime() {
    Site site = Sites.INSTANCEOF_PAIR;
    return new Specimen(
        pairOfOrders(
                "part-time",
                "As instanceof-pair, each thread for half of the time; in between it sleeps.",
                site)
            .sick(Kind.TRUE_SHARING),
        training -> {
          train(training, site);
          return Cast.of(
              List.of(Order.class),
              PartTime.half("writer-1", site, Order::new),
              PartTime.half("writer-2", site, Order::new));
        });
  }

  private static Cast twoWriters(Training training, Site site) {
    train(training, site);
    return Cast.of(List.of(Order.class), site.workers("writer", 2, Order::new));
  }

  private static void train(Training training, Site site) {
    site.train(training, Order::new, Refund::new, Notice::new);
  }

  private static Specimen isInstance() {
    Site site = Site.of(ClassIsInstance.class, ClassIsInstance::new, "isA");
    return new Specimen(
        pairOfOrders(
                "class-is-instance",
                "Two threads ask by Class.isInstance, for interfaces that come out of an array.",
                site)
            .sick(Kind.TRUE_SHARING, BUT_FOR_25),
        training -> twoWriters(training, site));
  }

  private static Specimen pipeline() {
    Site site = Site.of(Pipeline.class, Pipeline::new, "route", "time", "count", "release");
    return new Specimen(
        pairOfOrders(
                "pipeline", "Two threads send messages through stages for four interfaces.", site)
            .between(Routed.class, Timed.class, Counted.class, Released.class)
            .sick(Kind.TRUE_SHARING),
        training -> twoWriters(training, site));
  }

  private static Specimen arrayStores() {
    Site site = Site.of(ArrayStores.class, ArrayStores::new, "store");
    return new Specimen(
        pairOfOrders(
                "array-stores",
                "Two threads store into arrays of two interfaces in turn, each into its own.",
                site)
            .sick(Kind.TRUE_SHARING, BUT_FOR_25),
        training -> twoWriters(training, site));
  }

  private static Specimen arrayCopies() {
    Site site = Site.of(ArrayCopies.class, ArrayCopies::new, "copy");
    return new Specimen(
        pairOfOrders(
                "array-copies",
                "Two threads copy by System.arraycopy into arrays of two interfaces in turn: a stub"
                    + " of the JVM makes the check.",
                site)
            .sick(Kind.TRUE_SHARING, BUT_FOR_25),
        training -> twoWriters(training, site));
  }

  private static Specimen oneEach() {
    return new Specimen(
        Sites.COUNTED_ONLY
            .tell(
                pairOfOrders(
                    "one-each",
                    "Two threads ask for one interface each: neither alternates by itself.",
                    Sites.ROUTED_ONLY))
            .sick(Kind.TRUE_SHARING),
        training -> {
          train(training, Sites.ROUTED_ONLY);
          train(training, Sites.COUNTED_ONLY);
          return Cast.of(
              List.of(Order.class),
              Sites.ROUTED_ONLY.worker("writer-1", Order::new),
              Sites.COUNTED_ONLY.worker("writer-2", Order::new));
        });
  }

  private static Specimen oneSided() {
    return new Specimen(
        Sites.ROUTED_ONLY
            .tell(
                pairOfOrders(
                    "one-sided",
                    "A thread asks for two interfaces in turn, another for one of them only.",
                    Sites.INSTANCEOF_PAIR))
            .sick(Kind.TRUE_SHARING),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR);
          train(training, Sites.ROUTED_ONLY);
          return Cast.of(
              List.of(Order.class),
              Sites.INSTANCEOF_PAIR.worker("writer-1", Order::new),
              Sites.ROUTED_ONLY.worker("writer-2", Order::new));
        });
  }

  private static Specimen manyThreads() {
    Site site = Sites.INTERFACE_CALLS;
    return new Specimen(
        pairOfOrders("many-threads", "Eight threads call methods through patterns.", site)
            .writtenBy(
                "writer-1",
                "writer-2",
                "writer-3",
                "writer-4",
                "writer-5",
                "writer-6",
                "writer-7",
                "writer-8")
            .sick(Kind.TRUE_SHARING),
        training -> {
          train(training, site);
          return Cast.of(List.of(Order.class), site.workers("writer", 8, Order::new));
        });
  }

  private static Specimen megamorphic() {
    Site site = Sites.INTERFACE_CALLS;
    return new Specimen(
        pairOfOrders(
                "megamorphic",
                "Two threads call methods on objects of six classes, all sick.",
                site)
            .about(
                Order.class, Refund.class, Notice.class, Receipt.class, Invoice.class, Query.class)
            .sick(Kind.TRUE_SHARING),
        training -> {
          site.train(training, SIX);
          return Cast.of(
              List.of(
                  Order.class,
                  Refund.class,
                  Notice.class,
                  Receipt.class,
                  Invoice.class,
                  Query.class),
              site.workers("writer", 2, SIX));
        });
  }

  private static Specimen virtualThreads() {
    Site site = Sites.INSTANCEOF_PAIR;
    return new Specimen(
        pairOfOrders(
                "virtual-threads",
                "Two virtual threads ask for two interfaces in turn; their carriers write.",
                site)
            .writtenBy("ForkJoinPool*")
            .since(21)
            .sick(Kind.TRUE_SHARING, Jdk.JDK_21_0_4),
        training -> {
          Threads threads = Threads.virtual();
          Cast cast = twoWriters(training, site);
          return new Cast(cast.classes(), cast.workers(), threads);
        });
  }
}
