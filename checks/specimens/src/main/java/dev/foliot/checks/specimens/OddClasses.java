package dev.foliot.checks.specimens;

import dev.foliot.checks.specimens.DeepClasses.Leaf;
import dev.foliot.checks.specimens.DeepClasses.Level8;
import dev.foliot.checks.specimens.DeepClasses.Level9;
import dev.foliot.checks.specimens.DeepClasses.OtherLeaf;
import dev.foliot.checks.specimens.DeepClasses.ThirdLeaf;
import dev.foliot.checks.specimens.Messages.Notice;
import dev.foliot.checks.specimens.Messages.Position;
import dev.foliot.checks.specimens.Messages.Refund;
import dev.foliot.checks.specimens.Messages.Signal;
import dev.foliot.checks.specimens.TaskChecks.FirstTask;
import dev.foliot.checks.specimens.TaskChecks.SecondTask;
import dev.foliot.checks.specimens.Traits.Counted;
import dev.foliot.checks.specimens.Traits.Marked;
import dev.foliot.checks.specimens.Traits.Routed;
import java.lang.reflect.Proxy;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.RandomAccess;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** True sharing of classes with an unusual name, loader or place in the hierarchy. */
final class OddClasses {
  private OddClasses() {}

  static List<Specimen> all() {
    return List.of(
        deepClasses(),
        jdkClass(),
        recordClass(),
        enumClass(),
        lambda(),
        dynamicProxy(),
        hiddenClass(),
        twoLoaders());
  }

  private static TruthBuilder pair(String name, String what, Site site) {
    return site.tell(new TruthBuilder(name, what))
        .between(Routed.class, Counted.class)
        .writtenBy("writer-1", "writer-2")
        .sick(Kind.TRUE_SHARING);
  }

  /** Two writers that check objects of one class, which shares its profiles with two others. */
  private static Cast two(
      Training training, Site site, Supplier<?> hot, Supplier<?> second, Supplier<?> third) {
    site.train(training, hot, second, third);
    return Cast.of(List.of(hot.get().getClass()), site.workers("writer", 2, hot));
  }

  private static Specimen messages(String name, String what, String type, Supplier<?> hot) {
    return new Specimen(
        pair(name, what, Sites.INSTANCEOF_PAIR).about(type, "app"),
        training -> two(training, Sites.INSTANCEOF_PAIR, hot, Refund::new, Notice::new));
  }

  private static Specimen deepClasses() {
    Site site = Site.of(DeepClasses.class, DeepClasses::new, "isEighth", "isNinth");
    return new Specimen(
        pair("deep-classes", "Two threads ask for two superclasses eight and nine deep.", site)
            .about(Leaf.class)
            .between(Level8.class, Level9.class),
        training -> two(training, site, Leaf::new, OtherLeaf::new, ThirdLeaf::new));
  }

  private static Specimen jdkClass() {
    Site site = Site.of(ListChecks.class, ListChecks::new, "isCollection", "isRandomAccess");
    return new Specimen(
        pair("jdk-class", "Two threads ask lists for Collection and RandomAccess in turn.", site)
            .about(ArrayList.class)
            .between(Collection.class, RandomAccess.class),
        training ->
            two(training, site, ArrayList::new, ArrayDeque::new, CopyOnWriteArrayList::new));
  }

  private static Specimen recordClass() {
    return messages(
        "record-class",
        "The class is a record.",
        Position.class.getName(),
        () -> new Position(1, 2));
  }

  private static Specimen enumClass() {
    return messages(
        "enum-class", "The class is an enum.", Signal.class.getName(), () -> Signal.START);
  }

  private static Specimen lambda() {
    Site site = Site.of(TaskChecks.class, TaskChecks::new, "isMarked", "isRunnable");
    return new Specimen(
        pair("lambda", "The class is that of a lambda with a marker interface.", site)
            .about(TaskChecks.class.getName() + "$$Lambda*", "app")
            .between(Marked.class, Runnable.class),
        training -> two(training, site, TaskChecks.lambdas(), FirstTask::new, SecondTask::new));
  }

  private static Specimen dynamicProxy() {
    return messages(
        "dynamic-proxy",
        "The class is a dynamic proxy of two interfaces.",
        "jdk.proxy*",
        () ->
            Proxy.newProxyInstance(
                OddClasses.class.getClassLoader(),
                new Class<?>[] {Routed.class, Counted.class},
                (proxy, method, arguments) -> 1));
  }

  private static Specimen hiddenClass() {
    return new Specimen(
        pair("hidden-class", "The class is hidden.", Sites.INSTANCEOF_PAIR)
            .about(Parcel.class.getName() + "/*", "app"),
        training ->
            two(
                training,
                Sites.INSTANCEOF_PAIR,
                Parcels.maker(Parcels.hidden()),
                Refund::new,
                Notice::new));
  }

  private static Specimen twoLoaders() {
    return new Specimen(
        pair(
                "two-loaders",
                "Two loaders have a class of the same name; the left one's is sick, a bystander"
                    + " asks the right one's for one interface.",
                Sites.INSTANCEOF_PAIR)
            .about(Parcel.class.getName(), TemplateLoader.Left.class.getName()),
        training -> {
          Class<?> left = new TemplateLoader.Left().define(Parcel.class);
          Supplier<?> right = Parcels.maker(new TemplateLoader.Right().define(Parcel.class));
          Sites.ROUTED_ONLY.train(training, right, Refund::new, Notice::new);
          Cast cast =
              two(training, Sites.INSTANCEOF_PAIR, Parcels.maker(left), Refund::new, Notice::new);
          List<Worker> workers = new ArrayList<>(cast.workers());
          workers.add(Sites.ROUTED_ONLY.worker("bystander", right));
          return new Cast(cast.classes(), workers, Threads.PLATFORM);
        });
  }
}
