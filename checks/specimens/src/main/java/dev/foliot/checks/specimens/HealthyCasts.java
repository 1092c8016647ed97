package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.Messages.Invoice;
import dev.foliot.checks.specimens.Messages.Notice;
import dev.foliot.checks.specimens.Messages.Order;
import dev.foliot.checks.specimens.Messages.Query;
import dev.foliot.checks.specimens.Messages.Receipt;
import dev.foliot.checks.specimens.Messages.Refund;
import dev.foliot.checks.specimens.Traits.Base;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Routed;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Programs that look like the affected ones but are controls: they cast without sharing. */
final class HealthyCasts {
  private HealthyCasts() {}

  static List<Specimen> all() {
    return List.of(
        singleThread(),
        threadLocalClasses(),
        partTimeApart(),
        loadersApart(),
        hiddenApart(),
        handOff(),
        slowRate(),
        ended(),
        monomorphic(),
        oneInterface(),
        primaryChecks(),
        failingChecks(),
        fieldReader(),
        vtableReader());
  }

  private static TruthBuilder pair(String name, String what) {
    return Sites.INSTANCEOF_PAIR
        .tell(new TruthBuilder(name, what))
        .about(Order.class)
        .between(Routed.class, Counted.class)
        .writtenBy("writer-1");
  }

  private static void train(Training training, Site site) {
    site.train(training, Order::new, Refund::new, Notice::new);
  }

  private static Specimen singleThread() {
    return new Specimen(
        pair("single-thread", "One thread alone asks for two interfaces in turn.").lowAllowed(),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR);
          return Cast.of(
              List.of(Order.class), Sites.INSTANCEOF_PAIR.worker("writer-1", Order::new));
        });
  }

  private static Specimen threadLocalClasses() {
    return new Specimen(
        pair("thread-local", "Two threads ask, each objects of a class of its own.")
            .about(Order.class, Refund.class)
            .writtenBy("writer-1", "writer-2")
            .lowAllowed(),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR);
          return Cast.of(
              List.of(Order.class, Refund.class),
              Sites.INSTANCEOF_PAIR.worker("writer-1", Order::new),
              Sites.INSTANCEOF_PAIR.worker("writer-2", Refund::new));
        });
  }

  private static Specimen partTimeApart() {
    return new Specimen(
        pair(
                "part-time-apart",
                "As thread-local, each thread for half of the time; in between it sleeps.")
            .about(Order.class, Refund.class)
            .writtenBy("writer-1", "writer-2")
            .lowAllowed(),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR);
          return Cast.of(
              List.of(Order.class, Refund.class),
              PartTime.half("writer-1", Sites.INSTANCEOF_PAIR, Order::new),
              PartTime.half("writer-2", Sites.INSTANCEOF_PAIR, Refund::new));
        });
  }

  private static Specimen loadersApart() {
    return new Specimen(
        pair("loaders-apart", "Two threads ask, each its own loader's class of the same name.")
            .about(Parcel.class.getName(), TemplateLoader.Left.class.getName())
            .writtenBy("writer-1", "writer-2")
            .lowAllowed(),
        training -> {
          Class<?> left = new TemplateLoader.Left().define(Parcel.class);
          Supplier<?> right = Parcels.maker(new TemplateLoader.Right().define(Parcel.class));
          Site site = Sites.INSTANCEOF_PAIR;
          site.train(training, Parcels.maker(left), right, Refund::new);
          return Cast.of(
              List.of(left),
              site.worker("writer-1", Parcels.maker(left)),
              site.worker("writer-2", right));
        });
  }

  private static Specimen hiddenApart() {
    return new Specimen(
        pair("hidden-apart", "Two threads ask, each objects of three hidden classes of its own.")
            .about(Parcel.class.getName() + "/*", "app")
            .writtenBy("writer-1", "writer-2")
            .lowAllowed(),
        training -> {
          Class<?> first = Parcels.hidden();
          Supplier<?>[] own = {Parcels.maker(first), hidden(), hidden()};
          Supplier<?>[] others = {hidden(), hidden(), hidden()};
          Site site = Sites.INSTANCEOF_PAIR;
          site.train(training, own);
          return Cast.of(
              List.of(first), site.worker("writer-1", own), site.worker("writer-2", others));
        });
  }

  private static Supplier<?> hidden() {
    return Parcels.maker(Parcels.hidden());
  }

  private static Specimen handOff() {
    return new Specimen(
        pair("hand-off", "One task asks, and moves on through four threads that take turns.")
            .writtenBy("writer-1", "writer-2", "writer-3", "writer-4")
            .lowAllowed(),
        training -> {
          Site site = Sites.INSTANCEOF_PAIR;
          train(training, site);
          Object[] orders = Crowd.of(Order::new);
          List<Work> ring =
              HandOff.among(Stream.generate(() -> site.work().apply(orders)).limit(4).toList());
          Worker[] workers = new Worker[ring.size()];
          for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker("writer-" + (i + 1), ring.get(i));
          }
          return Cast.of(List.of(Order.class), workers);
        });
  }

  private static Specimen slowRate() {
    return new Specimen(
        pair("slow-rate", "Two threads ask a hundred times a second each.")
            .writtenBy("writer-1", "writer-2")
            .lowAllowed(),
        training -> {
          Site site = Sites.INSTANCEOF_PAIR;
          train(training, site);
          return Cast.of(List.of(Order.class), slow(site, "writer-1"), slow(site, "writer-2"));
        });
  }

  private static Worker slow(Site site, String name) {
    return new Worker(name, new SlowPair(site.work().apply(Crowd.of(Order::new))));
  }

  private static Specimen ended() {
    return new Specimen(
        pair("ended", "Two threads asked for two interfaces in turn, and now ask for one only.")
            .writtenBy(),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR);
          train(training, Sites.ROUTED_ONLY);
          return Cast.of(List.of(Order.class), ended("worker-1"), ended("worker-2"));
        });
  }

  private static Worker ended(String name) {
    Object[] orders = Crowd.of(Order::new);
    return new Worker(name, new Ended(new InstanceofPair(orders), new RoutedOnly(orders)));
  }

  private static Specimen monomorphic() {
    return new Specimen(
        pair("monomorphic", "Two threads ask, of the one class that their sites have ever seen.")
            .writtenBy(),
        training ->
            Cast.of(List.of(Order.class), Sites.INSTANCEOF_PAIR.workers("worker", 2, Order::new)));
  }

  private static Specimen same(String name, String what, Site site) {
    return new Specimen(
        site.tell(new TruthBuilder(name, what)).about(Order.class),
        training -> {
          train(training, site);
          return Cast.of(List.of(Order.class), site.workers("worker", 2, Order::new));
        });
  }

  private static Specimen oneInterface() {
    return same("one-interface", "Two threads ask for the same one interface.", Sites.ROUTED_ONLY);
  }

  private static Specimen primaryChecks() {
    return same("primary-checks", "Two threads ask for the superclass.", Sites.PRIMARY_CHECKS);
  }

  private static Specimen failingChecks() {
    return same(
        "failing-checks",
        "Two threads ask for an interface that is not there.",
        Sites.FAILING_CHECKS);
  }

  private static Specimen fieldReader() {
    return new Specimen(
        pair("field-reader", "One thread asks; another reads fields of the same class's objects.")
            .lowAllowed(),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR);
          Order[] orders = new Order[Crowd.SIZE];
          for (int i = 0; i < orders.length; i++) {
            orders[i] = new Order();
          }
          return Cast.of(
              List.of(Order.class),
              Sites.INSTANCEOF_PAIR.worker("writer-1", Order::new),
              new Worker("worker-2", new FieldReads(orders)));
        });
  }

  private static Specimen vtableReader() {
    return new Specimen(
        pair("vtable-reader", "One thread asks; another calls a method that six classes override.")
            .lowAllowed(),
        training -> {
          train(training, Sites.INSTANCEOF_PAIR);
          training.with(
              new VirtualCalls(
                  bases(
                      Order::new,
                      Refund::new,
                      Notice::new,
                      Receipt::new,
                      Invoice::new,
                      Query::new)));
          return Cast.of(
              List.of(Order.class),
              Sites.INSTANCEOF_PAIR.worker("writer-1", Order::new),
              new Worker("worker-2", new VirtualCalls(bases(Order::new))));
        });
  }

  private static Base[] bases(Supplier<?>... makers) {
    Object[] objects = Crowd.of(makers);
    Base[] bases = new Base[objects.length];
    for (int i = 0; i < bases.length; i++) {
      bases[i] = (Base) objects[i];
    }
    return bases;
  }
}
