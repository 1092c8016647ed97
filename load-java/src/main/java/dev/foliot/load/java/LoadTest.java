package dev.foliot.load.java;

import dev.foliot.judgement.load.LoadAbort;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.load.plan.PlanFile;
import dev.foliot.loadrun.LoadProgress;
import dev.foliot.loadrun.LoadTestRun;
import dev.foliot.loadrun.ServerPlan;
import dev.foliot.loadrun.ServerSetup;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A load test: a plan, and where and how it is played. Immutable, and safe for use by many threads:
 * each method returns another test.
 *
 * <p>A process of its own sends the requests, with this JVM's Java and class path: the test's own
 * pauses are not in the figures. Results are stored as {@code foliot load} does, so {@code foliot
 * report} and {@code foliot compare} read them.
 *
 * @since 0.1.0
 */
public final class LoadTest {
  private static final String GRPC = "io.grpc.netty.NettyChannelBuilder";

  private final Plan plan;
  private final Path store;
  private final Setup setup;

  /** How it is played; 0 and empty for what is usual. */
  private record Setup(
      long pid, boolean explains, String cpus, List<String> jvmArgs, String abort) {
    static final Setup USUAL = new Setup(0, false, "", List.of(), "");
  }

  private LoadTest(Plan plan, Path store, Setup setup) {
    this.plan = plan;
    this.store = store;
    this.setup = setup;
  }

  private LoadTest with(Setup other) {
    return new LoadTest(plan, store, other);
  }

  /** A test of a plan. */
  public static LoadTest of(Plan plan) {
    return new LoadTest(plan, Path.of(".foliot"), Setup.USUAL);
  }

  /**
   * Plays a plan: {@code of(plan).run()}.
   *
   * @throws IllegalArgumentException if it cannot be played, with all that is wrong in it
   * @throws FoliotException if nothing listens there, or the generator cannot be started, with the
   *     remedy
   * @throws InterruptedException if the thread is interrupted; nothing runs on then
   */
  public static Played run(Plan plan) throws InterruptedException {
    return of(plan).run();
  }

  /** The folder that keeps results; usually {@code .foliot}. */
  public LoadTest store(Path folder) {
    return new LoadTest(plan, folder, setup);
  }

  /**
   * Watches the server's process on this machine: its CPU time, memory and pauses are stored too.
   *
   * @param process its id, which may be this JVM's own
   */
  public LoadTest pid(long process) {
    return with(new Setup(process, setup.explains, setup.cpus, setup.jvmArgs, setup.abort));
  }

  /** Plays the load once more with a flight recording of the process of {@link #pid}. */
  public LoadTest explain() {
    return with(new Setup(setup.pid, true, setup.cpus, setup.jvmArgs, setup.abort));
  }

  /**
   * The generator's CPUs; best not the server's.
   *
   * @param list as in {@code 0-3,8}
   */
  public LoadTest cpus(String list) {
    return with(new Setup(setup.pid, setup.explains, list, setup.jvmArgs, setup.abort));
  }

  /** Arguments for the generator's JVM, as in {@code -Xmx1g}. */
  public LoadTest jvmArgs(String... arguments) {
    return with(new Setup(setup.pid, setup.explains, setup.cpus, List.of(arguments), setup.abort));
  }

  /**
   * Ends the load early where this holds.
   *
   * @param limit as in {@code errors>5% for 10s}
   */
  public LoadTest abort(String limit) {
    return with(new Setup(setup.pid, setup.explains, setup.cpus, setup.jvmArgs, limit));
  }

  /**
   * Plays it, for as long as its phases and rounds take.
   *
   * @throws IllegalArgumentException if it cannot be played, with all that is wrong in it
   * @throws FoliotException if nothing listens there, or the generator cannot be started, with the
   *     remedy
   * @throws InterruptedException if the thread is interrupted; nothing runs on then
   */
  public Played run() throws InterruptedException {
    PlanFile.Content content = plan.content();
    if (content.plan().target().isGrpc() && !isThere(GRPC)) {
      throw FoliotException.usage(
          "gRPC needs io.grpc:grpc-netty, io.grpc:grpc-services and"
              + " com.google.protobuf:protobuf-java-util: add them to the test's dependencies");
    }
    String name = content.name() != null ? content.name() : content.plan().target().toString();
    LoadTestRun run = new LoadTestRun(test(content, name), Store.open(store), LoadProgress.NONE);
    LoadTestResult result = run.run();
    return new Played(result, run.aborted().map(reason -> reason.text()).orElse(""));
  }

  private dev.foliot.loadrun.LoadTest test(PlanFile.Content content, String name) {
    String limits = content.limits();
    Integer rounds = content.rounds();
    try {
      return new dev.foliot.loadrun.LoadTest(
          name,
          List.of(content.plan()),
          new dev.foliot.loadrun.LoadTest.Rounds(rounds == null ? 1 : rounds, setup.explains),
          new dev.foliot.loadrun.LoadTest.Generator(cpus(), setup.jvmArgs),
          ServerSetup.of(setup.pid == 0 ? null : new ServerPlan.Running(setup.pid)),
          null,
          new dev.foliot.loadrun.LoadTest.Limits(
              limits == null ? List.of() : LoadAssertion.parse(limits),
              setup.abort.isEmpty() ? null : LoadAbort.parse(setup.abort)),
          List.of("foliot-load-java", name));
    } catch (FoliotException e) {
      throw new IllegalArgumentException(e.getMessage(), e);
    }
  }

  private @Nullable CpuList cpus() {
    if (setup.cpus.isEmpty()) {
      return null;
    }
    return switch (CpuList.parse(setup.cpus)) {
      case Reading.Value<CpuList>(CpuList list) -> list;
      case Reading.Unavailable<CpuList> none ->
          throw new IllegalArgumentException("cpus: " + none.sentence());
    };
  }

  private static boolean isThere(String type) {
    return LoadTest.class.getResource("/" + type.replace('.', '/') + ".class") != null;
  }
}
