package dev.foliot.hotspot;

import static org.assertj.core.api.Assertions.assertThat;

import dev.foliot.hotspot.attach.Jcmd;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;

/** A JVM that runs one of the targets, and its output. Killed when closed. */
public final class TargetJvm implements AutoCloseable {
  private static final List<String> SOURCES =
      List.of(
          "acme/Target.java",
          "acme/PooledWork.java",
          "acme/Waits.java",
          "acme/Parked.java",
          "org/apache/tomcat/util/threads/ThreadPoolExecutor.java",
          "org/jboss/threads/EnhancedQueueExecutor.java",
          "org/xnio/XnioWorker.java",
          "org/eclipse/jetty/util/BlockingArrayQueue.java",
          "org/eclipse/jetty/util/thread/QueuedThreadPool.java",
          "acme/jetty/util/thread/OtherJetty.java");

  /** Compiled once for each JVM of tests, for JDK 17. Each has a folder of its own. */
  private static final Path CLASSES = compile();

  private final TestJdk jdk;
  private final Process process;
  private final List<String[]> told = new ArrayList<>();

  private TargetJvm(TestJdk jdk, Process process) {
    this.jdk = jdk;
    this.process = process;
  }

  /** Starts it with JVM flags, and waits until it is ready. */
  public static TargetJvm start(int feature, String flags, String... arguments) {
    return start("acme.Target", feature, flags, arguments);
  }

  /** Starts one of the programs with pools, and waits until it is ready. */
  public static TargetJvm ofPools(int feature, String flags, String kind) {
    String open = "--add-opens=java.base/java.util.concurrent=ALL-UNNAMED";
    return start("acme.PooledWork", feature, "-XX:TieredStopAtLevel=1 " + open + " " + flags, kind);
  }

  /** Starts one of the programs with threads that wait, and waits until it is ready. */
  public static TargetJvm ofWaits(int feature, String flags, String kind) {
    return start("acme.Waits", feature, flags, kind);
  }

  /** Starts virtual threads that wait, some of each kind, beside a filled heap. */
  public static TargetJvm ofParked(
      int feature, String flags, int each, int filledMib, String kind) {
    String flocks = "--add-exports=java.base/jdk.internal.misc=ALL-UNNAMED";
    return start(
        "acme.Parked",
        feature,
        "-Xmx1g " + flocks + " " + flags,
        Integer.toString(each),
        Integer.toString(filledMib),
        kind);
  }

  private static TargetJvm start(String program, int feature, String flags, String... arguments) {
    TestJdk jdk = TestJdk.ofFeature(feature);
    List<String> command = new ArrayList<>();
    command.add(jdk.program("java"));
    command.addAll(List.of("-Xmx128m", "-cp", CLASSES.toString()));
    for (String flag : flags.split(" ", -1)) {
      if (!flag.isEmpty()) {
        command.add(flag);
      }
    }
    command.add(program);
    command.addAll(List.of(arguments));
    try {
      TargetJvm target =
          new TargetJvm(jdk, new ProcessBuilder(command).redirectErrorStream(true).start());
      target.awaitReady(command);
      return target;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void awaitReady(List<String> command) throws IOException {
    BufferedReader lines = process.inputReader(StandardCharsets.UTF_8);
    StringBuilder all = new StringBuilder();
    for (String line = lines.readLine(); line != null; line = lines.readLine()) {
      if (line.equals("ready")) {
        return;
      }
      all.append(line).append('\n');
      told.add(line.split("\t", -1));
    }
    process.destroyForcibly();
    throw new AssertionError(command + " ended:\n" + all);
  }

  /** The folder of the targets' classes. */
  static Path classes() {
    return CLASSES;
  }

  /** Compiles the targets before the time limit of the first test counts. */
  public static void compileFirst() {
    assertThat(CLASSES).isDirectory();
  }

  /** Its process id. */
  public long pid() {
    return process.pid();
  }

  public Process process() {
    return process;
  }

  /** The split lines of one kind in its output. */
  public List<String[]> told(String kind) {
    return told.stream().filter(line -> line[0].equals(kind)).toList();
  }

  /** Its answer to a jcmd command. Only the first one starts a JVM. */
  public List<String> jcmd(String command) {
    try {
      return Answers.value(new Jcmd(jdk.home(), pid()).ask(command)).lines().toList();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** The content of a class file. */
  public byte[] classFile(String name) throws IOException {
    return Files.readAllBytes(CLASSES.resolve(name));
  }

  /** The line of the target's source with a mark. */
  public static int markedLine(String mark) {
    return markedLine("Target.java", mark);
  }

  /** The line of a program's source with a mark. */
  public static int markedLine(String program, String mark) {
    List<String> lines = source(program).lines().toList();
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("// " + mark)) {
        return i + 1;
      }
    }
    throw new AssertionError("there is no line marked " + mark);
  }

  void signal(String name) {
    try {
      new ProcessBuilder("kill", "-" + name.toUpperCase(Locale.ROOT), Long.toString(pid()))
          .start()
          .waitFor();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  private static Path compile() {
    try {
      Path folder = Path.of("target", "test-targets", Long.toString(ProcessHandle.current().pid()));
      List<String> arguments = new ArrayList<>(List.of("--release", "17", "-g", "-nowarn"));
      for (String path : SOURCES) {
        Path file = folder.resolve(path);
        Files.createDirectories(file.getParent());
        Files.writeString(file, source(path.substring(path.lastIndexOf('/') + 1)));
        arguments.add(file.toString());
      }
      int result =
          ToolProvider.getSystemJavaCompiler()
              .run(null, null, null, arguments.toArray(String[]::new));
      if (result != 0) {
        throw new AssertionError("a target does not compile");
      }
      return folder.toAbsolutePath();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String source(String name) {
    try (InputStream in = Objects.requireNonNull(TargetJvm.class.getResourceAsStream(name))) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Kills it. */
  @Override
  public void close() {
    process.destroyForcibly();
    try {
      process.waitFor(10, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
