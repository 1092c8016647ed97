package dev.foliot.study.remedy;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.Rate;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.process.Programs;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Traffic;
import dev.foliot.service.CpuPartition;
import dev.foliot.service.Jdk;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.CommandRemedy;
import dev.foliot.study.plan.Measure;
import dev.foliot.study.plan.Measures;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.study.plan.StudyForm;
import dev.foliot.study.plan.StudyTarget;
import dev.foliot.study.play.Placeholders;
import dev.foliot.text.FoliotException;
import dev.foliot.text.ServiceReason;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A user's command in a study of remedies. Immutable.
 *
 * <p>It is a {@code java} with its arguments; each arm adds its own JDK, flags and agent. It is
 * checked completely before anything starts.
 *
 * @param words the program and its arguments as the user wrote them, {@code {port}} for its port;
 *     no shell reads them
 * @param folder the working folder
 * @param jdk the original JDK
 * @param newer the JDK that is a remedy; empty for none
 * @param jvmArgs for the JVMs of all arms
 * @param className the class in question; empty to let {@code diagnose} name it
 * @param work how its work is measured
 */
public record RemedyCommand(
    List<String> words,
    Path folder,
    Jdk jdk,
    Optional<Jdk> newer,
    List<String> jvmArgs,
    Optional<String> className,
    RemedyWork work) {
  private static final int MOST_WORDS = 1_000;
  private static final int LONGEST_CLASS = 1_000;
  private static final String JAVA = "java";
  private static final String PORT = "{port}";
  private static final String OWN = "its own work";

  /** The form that {@link #about} writes. */
  private static final Pattern STEERED_CLASS =
      Pattern.compile(
          Pattern.quote("-javaagent:${" + Placeholders.STEER + "}=class=")
              + "(?<name>[^,]+),offset=\\d+,told=.*");

  private static final long MS = 1_000_000;

  /** This number of clients keeps one CPU busy, and an answer waits for few others. */
  private static final int CLIENTS_FOR_EACH_CPU = 16;

  private static final int OPEN_CONNECTIONS = 200;
  private static final int WARM_UP_CLIENTS = 8;

  /**
   * Keeps copies, and checks the command, as far as possible before anything starts.
   *
   * @throws FoliotException if it is unusable, with the remedy
   */
  public RemedyCommand {
    words = List.copyOf(words);
    jvmArgs = List.copyOf(jvmArgs);
    checkWords(words);
    className.ifPresent(RemedyCommand::checkClass);
    boolean isTold = words.stream().anyMatch(word -> word.contains(PORT));
    if (work instanceof RemedyWork.Requests requests && isTold != requests.port().isEmpty()) {
      throw FoliotException.usage(
          isTold
              ? "the command has {port}, and --url names a port: write {port} there too"
              : "--url has {port}, and nothing tells the command its port: put {port} into it");
    }
    if (work instanceof RemedyWork.Counter && isTold) {
      throw FoliotException.usage("{port} goes with --url: leave it out, or give the URL");
    }
  }

  private static void checkWords(List<String> words) {
    if (words.isEmpty() || words.size() > MOST_WORDS) {
      throw FoliotException.usage(
          "a command has 1 to " + MOST_WORDS + " words, not " + words.size());
    }
    if (words.stream().anyMatch(word -> word.indexOf(0) >= 0)) {
      throw FoliotException.usage("a word of the command has a NUL in it: leave it out");
    }
    if (!isJava(words.getFirst()) || words.size() == 1) {
      throw FoliotException.usage(
          "the command begins with '"
              + Shown.text(words.getFirst())
              + "': each remedy is a JDK or a flag of java, so write the java command that it"
              + " starts, as in -- java -jar app.jar");
    }
  }

  private static boolean isJava(String program) {
    return program.equals(JAVA) || program.endsWith("/" + JAVA);
  }

  private static void checkClass(String name) {
    boolean isName =
        name.length() <= LONGEST_CLASS
            && name.codePoints().allMatch(c -> c == '.' || Character.isJavaIdentifierPart(c))
            && !name.isEmpty()
            && !name.startsWith(".")
            && !name.endsWith(".");
    if (!isName) {
      throw FoliotException.usage(
          "--class: '"
              + Shown.text(name)
              + "' is no class: name it as Class.getName() does, as in com.acme.Order or"
              + " com.acme.Order$Line");
    }
  }

  /**
   * The JDK of a command's own {@code java}, through links.
   *
   * @throws FoliotException if it has none
   */
  public static Jdk jdkOf(String program) {
    Optional<Path> found = Programs.ofThisProcess().find(program);
    if (!isJava(program) || found.isEmpty()) {
      throw FoliotException.usage(
          "'"
              + Shown.text(program)
              + "' is no java that can be started: see whether it is on the PATH, or name its JDK"
              + " with --jdk HOME");
    }
    try {
      Path home = found.get().toRealPath().resolve("../..").normalize();
      return Jdk.of(home.toString());
    } catch (IOException e) {
      throw FoliotException.usage(
          "'" + Shown.text(program) + "' cannot be followed: name its JDK with --jdk HOME");
    }
  }

  /**
   * The arms; impossible ones are left out.
   *
   * @param canSteer whether the agent exists
   */
  List<ArmPlan> arms(boolean canSteer) {
    List<ArmPlan> arms = new ArrayList<>();
    arms.add(arm(RemedyPlan.AS_IS, jdk, List.of(), false));
    if (canSteer) {
      arms.add(arm(RemedyPlan.STEERED, jdk, List.of(), true));
    }
    newer.ifPresent(one -> arms.add(arm(RemedyPlan.NEWER_JDK, one, List.of(), false)));
    newer
        .or(() -> Optional.of(jdk))
        .filter(one -> one.feature() >= RemedyPlan.CURED)
        .ifPresent(cured ->
            RemedyPlan.WITHOUT_CURE.forEach(
                (name, flags) -> arms.add(arm(name, cured, flags, false))));
    return List.copyOf(arms);
  }

  private ArmPlan arm(String name, Jdk on, List<String> flags, boolean steers) {
    List<String> all = new ArrayList<>();
    all.add("${" + Placeholders.JAVA + "}");
    flags.forEach(all::add);
    jvmArgs.forEach(word -> all.add(literal(word)));
    words.stream().skip(1).forEach(word -> all.add(literal(word)));
    OptionalInt port =
        work instanceof RemedyWork.Requests requests ? requests.port() : OptionalInt.empty();
    String health = work instanceof RemedyWork.Requests requests ? requests.health() : "/";
    CommandRemedy remedy =
        new CommandRemedy(
            className,
            steers ? OptionalInt.of(RemedyPlan.LUCKY_PLACE) : OptionalInt.empty(),
            work instanceof RemedyWork.Counter counter
                ? Optional.of(counter.text())
                : Optional.empty());
    ArmPlan arm =
        new ArmPlan(
            name,
            new ArmStart.Command(
                all, folder, health, port, on, Optional.of(on), Optional.of(remedy)),
            ArmBounds.NONE);
    return className.map(one -> about(arm, one)).orElse(arm);
  }

  /** A user's word, whose only placeholder is the port. */
  private static String literal(String word) {
    return word.replace("${", "$${").replace(PORT, "${" + Placeholders.PORT + "}");
  }

  /** An arm with its class known: it may need an agent for it. */
  static ArmPlan about(ArmPlan arm, String className) {
    if (!(arm.start() instanceof ArmStart.Command own)) {
      return arm;
    }
    CommandRemedy remedy = own.remedy().orElseThrow().about(className);
    List<String> words = new ArrayList<>(own.words());
    if (remedy.steeredTo().isPresent()) {
      words.add(
          1,
          "-javaagent:${"
              + Placeholders.STEER
              + "}=class="
              + className.replace("${", "$${")
              + ",offset="
              + remedy.steeredTo().getAsInt()
              + ",told="
              + CommandRemedy.TOLD);
    }
    return started(
        arm,
        new ArmStart.Command(
            words,
            own.folder(),
            own.health(),
            own.port(),
            own.jdk(),
            own.runsOn(),
            Optional.of(remedy)));
  }

  private static ArmPlan started(ArmPlan arm, ArmStart start) {
    return new ArmPlan(arm.name(), start, arm.bounds());
  }

  /** An arm with its agent's output file. */
  static ArmPlan filled(ArmPlan arm, Path told) {
    return arm.start() instanceof ArmStart.Command own
        ? started(
            arm,
            new ArmStart.Command(
                filled(own.words(), told),
                own.folder(),
                own.health(),
                own.port(),
                own.jdk(),
                own.runsOn(),
                own.remedy()))
        : arm;
  }

  /** The class that the agent in a stored command steers; empty without one. */
  static Optional<String> steeredClass(List<String> words) {
    return words.stream()
        .map(STEERED_CLASS::matcher)
        .filter(Matcher::matches)
        .map(found -> found.group("name"))
        .findFirst();
  }

  /** Words with their agent's output file. */
  static List<String> filled(List<String> words, Path told) {
    String file = told.toString().replace("${", "$${");
    return words.stream()
        .map(word ->
            word.endsWith(CommandRemedy.TOLD) && word.startsWith("-javaagent:")
                ? word.substring(0, word.length() - CommandRemedy.TOLD.length()) + file
                : word)
        .toList();
  }

  /**
   * The assignment of CPUs. Sharing between threads needs two CPUs, so with few CPUs the service
   * and its driver share one, which is reported.
   */
  CpuPartition cpus(CpuPartition here) {
    CpuList all =
        CpuList.of(
            Stream.of(here.service(), here.driver(), here.remote())
                .flatMapToInt(CpuList::stream)
                .distinct()
                .sorted()
                .toArray());
    if (all.size() == 1) {
      return new CpuPartition(
          all, all, all, List.of(new ServiceReason.ThreadsShareCpu(all.toString())));
    }
    if (work instanceof RemedyWork.Counter) {
      return new CpuPartition(all, here.driver(), here.remote(), List.of());
    }
    return here.service().size() > 1
        ? here
        : new CpuPartition(
            all,
            here.driver(),
            here.remote(),
            List.of(new ServiceReason.DriverSharesCpu(here.driver().toString())));
  }

  /** The only load. */
  StepPlan step(StudyForm form, CpuPartition cpus) {
    long warmupNs =
        switch (form) {
          case TEST -> 500 * MS;
          case QUICK -> 5_000 * MS;
          case FULL -> 10_000 * MS;
        };
    long durationNs =
        switch (form) {
          case TEST -> 1_000 * MS;
          case QUICK -> 5_000 * MS;
          case FULL -> 20_000 * MS;
        };
    return switch (work) {
      case RemedyWork.Counter _ -> step(OWN, new Traffic.Idle(), 0, warmupNs, durationNs);
      case RemedyWork.Requests(_, _, @Nullable Rate rate, @Nullable Integer clients) -> {
        if (rate != null) {
          yield step(
              rate + " poisson",
              new Traffic.Open(rate, new Arrivals.Poisson()),
              OPEN_CONNECTIONS,
              warmupNs,
              durationNs);
        }
        int count = clients == null ? CLIENTS_FOR_EACH_CPU * cpus.service().size() : clients;
        yield step(
            count + (count == 1 ? " client" : " clients"),
            new Traffic.Closed(count, 0),
            count,
            warmupNs,
            durationNs);
      }
    };
  }

  private static StepPlan step(
      String name, Traffic traffic, int connections, long warmupNs, long durationNs) {
    return new StepPlan(
        name,
        traffic,
        connections,
        new StepPlan.WarmUp(warmupNs, Math.clamp(connections, 0, WARM_UP_CLIENTS)),
        StepPlan.Times.of(durationNs, 0),
        StepPlan.Program.BANK,
        false);
  }

  /** The requests to it. */
  StudyTarget target() {
    String path = work instanceof RemedyWork.Requests requests ? requests.path() : "/";
    return new StudyTarget(
        List.of(RequestTemplate.get(path)), StudyTarget.USUAL_TIMEOUT_NS, true, null);
  }

  /** The measures. */
  Measures measures() {
    return work instanceof RemedyWork.Counter
        ? Measures.of(List.of(Measure.THROUGHPUT, Measure.CPU))
        : Measures.of(
            List.of(
                Measure.THROUGHPUT,
                Measure.RESPONSE,
                Measure.ERRORS,
                Measure.CPU,
                Measure.SWITCHES,
                Measure.RUN_QUEUE,
                Measure.THREADS,
                Measure.RSS));
  }
}
