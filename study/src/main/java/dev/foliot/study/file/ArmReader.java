package dev.foliot.study.file;

import dev.foliot.linux.process.Programs;
import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.Fields;
import dev.foliot.load.yaml.YamlValue;
import dev.foliot.service.Jdk;
import dev.foliot.study.plan.ArmBounds;
import dev.foliot.study.plan.ArmPlan;
import dev.foliot.study.plan.ArmStart;
import dev.foliot.study.plan.ArmStrategy;
import dev.foliot.study.play.Placeholders;
import dev.foliot.text.ByteSize;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Reads the arms of a study file. For one thread. */
final class ArmReader {
  static final List<String> FIELDS =
      List.of(
          "name",
          "strategy",
          "jdk",
          "jvm-args",
          "thread-buffer",
          "command",
          "folder",
          "port",
          "health",
          "environment",
          "cpus",
          "cpu-quota",
          "memory",
          "ready-within");
  private static final int MOST_ARMS = 20;
  private static final int MOST_WORDS = 1_000;
  private static final int LONGEST_NAME = 60;
  private static final int MOST_PORT = 65_535;
  private static final int EXAMPLE_PORT = 8080;
  private static final double MOST_QUOTA = 4_096;
  private static final long LEAST_MEMORY = 1 << 20;
  private static final long LEAST_BUFFER = 1 << 10;
  private static final long MOST_BUFFER = 16 << 20;
  private static final long SECOND_NS = 1_000_000_000;
  private static final long MOST_READY_NS = 3_600 * SECOND_NS;
  private static final Pattern VARIABLE = Pattern.compile("[A-Za-z_][A-Za-z0-9_.]{0,199}");
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_./=-]+");
  private static final Set<String> LOOPBACK = Set.of("127.0.0.1", "localhost", "[::1]");

  private final Path folder;
  private final int serviceCpus;
  private final boolean hasRemote;
  private final boolean hasBuiltInRemote;
  private final List<String> jvmArgs;
  private final Complaints complaints;

  /**
   * @param folder for relative paths
   * @param serviceCpus the number of the service's CPUs here
   * @param hasRemote whether the study has a remote system
   * @param hasBuiltInRemote whether all built-in arms use it: {@code burn} does not
   * @param jvmArgs the study's arguments for the JVMs of built-in services, before the file's
   */
  ArmReader(
      Path folder,
      int serviceCpus,
      boolean hasRemote,
      boolean hasBuiltInRemote,
      List<String> jvmArgs,
      Complaints complaints) {
    this.folder = folder;
    this.serviceCpus = serviceCpus;
    this.hasRemote = hasRemote;
    this.hasBuiltInRemote = hasBuiltInRemote;
    this.jvmArgs = List.copyOf(jvmArgs);
    this.complaints = complaints;
  }

  /** The arms of a file; wrong ones are left out and reported. */
  List<ArmPlan> of(Fields file) {
    List<ArmPlan> arms = new ArrayList<>();
    for (YamlValue item : file.items("arms", MOST_ARMS)) {
      ArmPlan arm = arm(fields(item, complaints));
      if (arm != null) {
        if (arms.stream().anyMatch(other -> other.name().equals(arm.name()))) {
          complaints.add(
              item.line(),
              "an arm '" + Shown.text(arm.name()) + "' is there already; give it another name");
        }
        arms.add(arm);
      }
    }
    return arms;
  }

  /** The fields of an arm. */
  static Fields fields(YamlValue item, Complaints complaints) {
    return Fields.of(item, "an arm", FIELDS, complaints);
  }

  private @Nullable ArmPlan arm(Fields arm) {
    if (arm.has("strategy") == arm.has("command")) {
      complaints.add(
          arm.line(),
          arm.has("command")
              ? "an arm is either a built-in service with a 'strategy', or a 'command'; leave one"
                  + " of the two out"
              : "there is no 'command' and no 'strategy'; give a command, or a strategy of the"
                  + " built-in service");
      return null;
    }
    Jdk jdk = arm.one("jdk", Jdk.current(), this::jdk);
    ArmBounds bounds = bounds(arm);
    return arm.has("strategy") ? builtIn(arm, jdk, bounds) : command(arm, jdk, bounds);
  }

  private Jdk jdk(String home) {
    return Jdk.at(path(home));
  }

  private @Nullable ArmPlan builtIn(Fields arm, Jdk jdk, ArmBounds bounds) {
    for (String name : List.of("folder", "port", "health")) {
      arm.refuse(name, "goes with a command, and this is a built-in service; leave it out");
    }
    Optional<ArmStrategy> strategy = arm.one("strategy", text -> strategy(text, jdk));
    List<String> all = new ArrayList<>(jvmArgs);
    all.addAll(words(arm, "jvm-args"));
    String name = arm.called("name", arm.text("strategy", ""), LONGEST_NAME);
    if (!hasBuiltInRemote) {
      arm.refuse("thread-buffer", "is of the bank, which this study does not play; leave it out");
    }
    int bufferBytes =
        arm.one("thread-buffer", 0, text -> (int) ByteSize.parse(text, LEAST_BUFFER, MOST_BUFFER));
    return strategy
        .map(one -> new ArmPlan(name, new ArmStart.BuiltIn(one, jdk, all, bufferBytes), bounds))
        .orElse(null);
  }

  private static ArmStrategy strategy(String text, Jdk jdk) {
    ArmStrategy strategy = new ArmStrategy(text);
    if (!strategy.runsOn(jdk)) {
      throw FoliotException.usage(
          text
              + " needs JDK 21 or later, and "
              + jdk.home()
              + " is "
              + jdk.version()
              + "; give another jdk, or another strategy");
    }
    return strategy;
  }

  private ArmPlan command(Fields arm, Jdk jdk, ArmBounds bounds) {
    arm.require("name", "name the arm, in a word or two");
    arm.refuse("jvm-args", "goes with a strategy; write them into the command");
    arm.refuse("thread-buffer", "goes with a strategy; leave it out");
    List<String> words = words(arm, "command");
    Path where = arm.one("folder", folder, this::folder);
    OptionalInt port =
        arm.has("port")
            ? OptionalInt.of((int) arm.whole("port", EXAMPLE_PORT, 1, MOST_PORT))
            : OptionalInt.empty();
    ArmStart.Command start =
        new ArmStart.Command(
            words, where, arm.text("health", "/"), port, jdk, Optional.empty(), Optional.empty());
    Placeholders example = Placeholders.example(start, hasRemote);
    var _ = arm.one("health", "/", text -> health(text, example));
    if (arm.value("command") instanceof YamlValue.Items) {
      var _ = arm.several("command", List.of(), word -> checked(word, example));
      checkPort(arm, start, bounds);
      start = start.on(program(arm, start, example).flatMap(Jdk::ofLauncher));
    }
    return new ArmPlan(arm.called("name", "arm", LONGEST_NAME), start, bounds);
  }

  private static String checked(String word, Placeholders words) {
    if (word.indexOf(0) >= 0) {
      throw FoliotException.usage(
          "a word has a NUL in it, which no command can have; leave it out");
    }
    return words.filled(word);
  }

  private static void checkPort(Fields arm, ArmStart.Command start, ArmBounds bounds) {
    boolean told =
        start.words().stream().anyMatch(word -> Placeholders.has(word, Placeholders.PORT))
            || bounds.environment().values().stream()
                .anyMatch(value -> Placeholders.has(value, Placeholders.PORT));
    if (!told && !arm.has("port")) {
      arm.complain(
          "command",
          "nothing tells it its port; put ${port} into the command or the environment, or give the"
              + " 'port' on which it serves");
    }
  }

  /** The program that it starts; empty if there is none, which is reported. */
  private static Optional<Path> program(Fields arm, ArmStart.Command start, Placeholders example) {
    if (start.words().isEmpty()) {
      return Optional.empty();
    }
    String program;
    try {
      program = example.filled(start.words().getFirst());
    } catch (FoliotException e) {
      // already reported as a word
      return Optional.empty();
    }
    boolean below = program.contains("/") && !program.startsWith("/");
    Optional<Path> found =
        Programs.ofThisProcess().find(below ? start.folder() + "/" + program : program);
    if (found.isEmpty()) {
      arm.complain(
          "command",
          "'"
              + Shown.text(program)
              + "' is no program that can be started"
              + (below ? " in " + Shown.text(start.folder().toString()) : "")
              + "; build it, or see whether it is executable and on the PATH");
    }
    return found;
  }

  private static String health(String text, Placeholders example) {
    String filled = example.filled(text);
    if (!isHealth(filled.startsWith("/") ? "http://127.0.0.1:" + EXAMPLE_PORT + filled : filled)) {
      throw FoliotException.usage(
          "'"
              + Shown.text(text)
              + "' is no health URL; write a path, as in /health, or http://127.0.0.1:PORT/PATH");
    }
    return filled;
  }

  private static boolean isHealth(String url) {
    try {
      URI uri = new URI(url);
      return "http".equals(uri.getScheme())
          && uri.getHost() != null
          && LOOPBACK.contains(uri.getHost())
          && uri.getPort() > 0;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private List<String> words(Fields arm, String field) {
    List<String> words = arm.several(field, List.of(), word -> word);
    if (words.size() > MOST_WORDS) {
      arm.complain(field, "there are " + words.size() + " words; give " + MOST_WORDS + " at most");
    }
    if (arm.value(field) instanceof YamlValue.Scalar scalar && !scalar.isEmpty()) {
      arm.complain(
          field,
          "no shell reads it; write a list of words, as in ["
              + Shown.text(
                  Arrays.stream(scalar.text().strip().split("\\s+", -1))
                      .map(ArmReader::written)
                      .collect(Collectors.joining(", ")))
              + "]");
    }
    return words;
  }

  /** The form of a word in a list. */
  private static String written(String word) {
    return PLAIN.matcher(word).matches() ? word : "'" + word.replace("'", "''") + "'";
  }

  private ArmBounds bounds(Fields arm) {
    OptionalInt cpus =
        arm.one(
            "cpus",
            OptionalInt.empty(),
            text -> {
              long count = Fields.whole(text, 1, Integer.MAX_VALUE);
              if (count > serviceCpus) {
                throw FoliotException.usage(
                    count
                        + " CPUs, and a service has "
                        + serviceCpus
                        + " on this machine; give that or fewer");
              }
              return OptionalInt.of((int) count);
            });
    OptionalDouble quota = arm.one("cpu-quota", OptionalDouble.empty(), ArmReader::quota);
    OptionalLong memory =
        arm.one(
            "memory",
            OptionalLong.empty(),
            text -> OptionalLong.of(ByteSize.parse(text, LEAST_MEMORY)));
    long readyNs = arm.time("ready-within", ArmBounds.USUAL_READY_NS, SECOND_NS, MOST_READY_NS);
    return new ArmBounds(cpus, quota, memory, readyNs, environment(arm));
  }

  private static OptionalDouble quota(String text) {
    double cpus;
    try {
      cpus = Double.parseDouble(text);
    } catch (NumberFormatException e) {
      cpus = Double.NaN;
    }
    if (!(cpus >= 0.01 && cpus <= MOST_QUOTA)) {
      throw FoliotException.usage(
          "'" + Shown.text(text) + "' is no number of CPUs; from 0.01 on, as in 1.5");
    }
    return OptionalDouble.of(cpus);
  }

  /** Example placeholders for such an arm. */
  private Placeholders example(boolean isBuiltIn) {
    ArmStart start =
        isBuiltIn
            ? new ArmStart.BuiltIn(new ArmStrategy("virtual"), Jdk.current(), List.of(), 0)
            : new ArmStart.Command(
                List.of("x"),
                folder,
                "/",
                OptionalInt.empty(),
                Jdk.current(),
                Optional.empty(),
                Optional.empty());
    return Placeholders.example(start, isBuiltIn ? hasBuiltInRemote : hasRemote);
  }

  private Map<String, String> environment(Fields arm) {
    Map<String, String> environment = arm.pairs("environment");
    Placeholders example = example(arm.has("strategy"));
    environment.forEach((name, value) -> {
      if (!VARIABLE.matcher(name).matches() || value.indexOf(0) >= 0) {
        arm.complain(
            "environment",
            name,
            "'" + Shown.text(name) + "' is no variable that can be set; letters, digits and _");
      }
      try {
        example.filled(value);
      } catch (FoliotException e) {
        arm.complain("environment", name, Shown.text(name, 60) + ": " + e.getMessage());
      }
    });
    return environment;
  }

  private Path folder(String text) {
    Path where = path(text);
    if (!Files.isDirectory(where)) {
      throw FoliotException.usage(
          "'" + Shown.text(text) + "' is no folder; it is looked for beside the study file");
    }
    return where;
  }

  private Path path(String text) {
    try {
      return folder.resolve(text).normalize();
    } catch (InvalidPathException e) {
      throw FoliotException.usage("'" + Shown.text(text) + "' can be no path; mend it");
    }
  }
}
