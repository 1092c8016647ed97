package dev.foliot.cli.load;

import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.TimeSpan;
import dev.foliot.cli.frame.Cpus;
import dev.foliot.cli.frame.ExitCode;
import dev.foliot.cli.frame.Foliot;
import dev.foliot.cli.frame.Interruption;
import dev.foliot.cli.frame.NameOption;
import dev.foliot.cli.frame.QuietOptions;
import dev.foliot.cli.frame.RateOptions;
import dev.foliot.judgement.answer.LoadAnswer;
import dev.foliot.judgement.load.LoadAbort;
import dev.foliot.judgement.load.LoadAssertion;
import dev.foliot.judgement.load.LoadTestResult;
import dev.foliot.judgement.search.RateGoal;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Recording;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Traffic;
import dev.foliot.load.plan.CurlCommand;
import dev.foliot.load.plan.LoadOption;
import dev.foliot.load.plan.PlanFile;
import dev.foliot.load.yaml.YamlException;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.loadrun.LoadTestRun;
import dev.foliot.loadrun.ServerSetup;
import dev.foliot.spark.pipe.SparkCommand;
import dev.foliot.store.Store;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code foliot load}: puts a server of HTTP or gRPC under an open-loop load. Long, since each of
 * its options is a field.
 */
@Command(
    name = "load",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Sends requests of HTTP or gRPC at a rate that does not wait for the server.",
    footer = {
      "",
      "Response times count from the moment that a request was due, so a stall of the",
      "server is in the times of all requests that it delayed.",
      "Rates are NUMBER[k|M]/(s|min|h), lengths of time NUMBER(us|ms|s|min|h).",
      "",
      "Examples:",
      "  foliot load http://127.0.0.1:8080/orders --rate 2k/s",
      "  foliot load http://127.0.0.1:8080/ --rate 500/s,1k/s,2k/s --duration 10s",
      "  foliot load http://127.0.0.1:8080/ --find-rate 'p99<20ms'",
      "  foliot load http://127.0.0.1:8080/ --clients 50 --think 10ms",
      "  foliot load shop.yaml --rounds 5",
      "  foliot load --har shop.har https://shop.test --speed-up 2",
      "  foliot load http://127.0.0.1:8080/ --rate 1k/s -- java -jar app.jar",
      "  foliot load http://127.0.0.1:8080/ --rate 1k/s --pid 4711",
      "  foliot load --rate 100/s -- curl -H 'Accept: text/html' http://127.0.0.1:8080/",
      "  foliot load grpc://127.0.0.1:50051/shop.Orders/Get -d '{\"id\": 7}' --rate 1k/s",
      "  foliot load http://127.0.0.1:8080/ --rate 1k/s --assert 'p99<20ms, errors<1%%'"
    })
public final class LoadCommand implements Callable<Integer> {
  /** Options of one request, and of what a plan has not. */
  private static final List<String> OF_ONE_REQUEST =
      List.of(
          "--warmup",
          "--method",
          "--header",
          "--body",
          "--events",
          "--find-rate",
          "--max-rate",
          "--max-forks");

  private static final List<String> OF_RECORDINGS = List.of("--har", "--access-log", "--speed-up");

  private static final String USUAL_DURATION = "30s";
  private static final String USUAL_OF_SEARCH = "10s";

  private static final String USUAL_WARM_UP = "3s";
  private static final String USUAL_TIMEOUT = "10s";
  private static final int ROUNDS_TO_COMPARE = 5;
  private static final int SEED_BITS = 31;
  private static final long LONG_NS = 60_000_000_000L;

  /** About this many intervals make a line over time. */
  private static final int INTERVALS = 100;

  private static final long SHORTEST_INTERVAL_NS = 100_000_000;
  private static final long LONGEST_INTERVAL_NS = 60_000_000_000L;

  @Parameters(
      index = "0",
      paramLabel = "URL|PLAN",
      description =
          "What is asked for, as in http://127.0.0.1:8080/orders; a plan, as in shop.yaml; or with"
              + " --merge a run.")
  private String url = "";

  @Parameters(
      index = "1..*",
      paramLabel = "WORD",
      description =
          "Behind --: the command that starts the server; or curl and a request to take over.")
  private List<String> words = new ArrayList<>();

  private final TrafficOptions traffic = new TrafficOptions();

  @Mixin final CommandSpec trafficOptions = traffic.spec();

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = "The same load before it, whose figures are not kept (3s).")
  private @Nullable String warmup;

  @Mixin private final RequestOptions request = new RequestOptions();

  private final TableOptions timeLimit = new TableOptions(Stream.of(LoadOption.TIMEOUT));

  @Mixin final CommandSpec timeLimitOptions = timeLimit.spec();

  @Mixin private final TraceOptions trace = new TraceOptions();

  private final ProtocolOptions protocol = new ProtocolOptions();

  @Mixin final CommandSpec protocolOptions = protocol.spec();

  @Option(
      names = "--rounds",
      paramLabel = "N",
      description = "How often all of it is played (1; with --compare 5).")
  private @Nullable Integer rounds;

  @Mixin private final ServerOptions server = new ServerOptions();

  @Mixin private final RateOptions rateOptions = new RateOptions();

  @Option(
      names = "--assert",
      paramLabel = "LIMITS",
      description =
          "Exit with 3 unless they hold, as in 'p95<20ms, orders: mean<5ms, errors<0.1%%'.")
  private @Nullable String limits;

  @Option(
      names = "--abort",
      paramLabel = "LIMIT",
      description =
          "End the load early, and exit with 3, where this holds, as in 'errors>5%% for 10s'.")
  private @Nullable String abort;

  @Option(
      names = "--explain",
      description =
          "Play the load once more, not in the figures, with a flight recording of the server: it"
              + " names locks, I/O and other causes of slow requests inside its JVM.")
  private boolean explain;

  @Option(
      names = "--compare",
      paramLabel = "RUN",
      description =
          "Compare with a run or the file of a baseline; exit with 3 if this one is worse.")
  private @Nullable String compare;

  @Option(
      names = "--cpus",
      paramLabel = "LIST",
      description = "The generator's CPUs, as in 0-3,8; best not the server's.")
  private @Nullable String cpus;

  @Option(
      names = "--jvm-arg",
      paramLabel = "ARG",
      description = "An argument for the generator's JVM, as in --jvm-arg=-Xmx1g; may be repeated.")
  private List<String> jvmArgs = new ArrayList<>();

  @Option(names = "--seed", paramLabel = "N", description = "Fixes every random choice.")
  private @Nullable String seed;

  @Mixin private final PartOptions parts = new PartOptions();

  @Mixin private final LiveOptions live = new LiveOptions();

  @Mixin private final NameOption name = new NameOption();

  @Mixin private final QuietOptions quiet = new QuietOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Foliot foliot;

  public LoadCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    Store store = Store.open(foliot.store());
    name.check();
    live.check(foliot.console());
    SparkCommand spark = parts.spark();
    if (parts.isMerge()) {
      return merged(store);
    }
    LoadTest test;
    try {
      test =
          url.equals(HandedOver.NAME)
              ? handedOver()
              : isPlan() ? ofPlan() : trace.isAsked() ? ofTrace() : test();
    } catch (YamlException e) {
      e.complaints().forEach(foliot.console()::error);
      return ExitCode.USAGE;
    }
    LoadComparison comparison = LoadComparison.prepare(compare, test, store);
    sayHowLong(test);
    if (spark != null) {
      return onSpark(spark, test, store);
    }
    quiet.await(foliot.console());
    LoadViews progress = new LoadViews(foliot.console(), test, live, false);
    try (progress) {
      return Interruption.during(cuts -> {
        LoadTestRun run = new LoadTestRun(test, store, progress);
        cuts.accept(run::cut);
        LoadTestResult result = run.run();
        progress.end(LoadAnswer.of(result, foliot.next()).sentence());
        progress.close();
        name.give(store, result.folder(), "");
        return new LoadOutput(foliot, store, comparison).show(result, run.aborted());
      });
    }
  }

  /** Has the parts played by Spark, and puts them together. */
  private int onSpark(SparkCommand spark, LoadTest test, Store store) throws Exception {
    SparkLoad load = new SparkLoad(foliot.console(), test);
    if (live.isAsked() || abort != null) {
      throw FoliotException.usage(
          (abort != null ? "--abort is" : "--live, --serve, --push and --remote-write are")
              + " for a load that this process plays: leave "
              + (abort != null ? "it" : "them")
              + " out with --engine spark");
    }
    return new MergedLoad(foliot, store, name, test.limits().assertions())
        .merge(Interruption.during(cuts -> load.play(spark, cuts)));
  }

  /** Puts the runs of parts together. */
  private int merged(Store store) throws Exception {
    List<String> runs = new ArrayList<>(List.of(url));
    runs.addAll(words);
    MergedLoad merged =
        new MergedLoad(
            foliot, store, name, limits == null ? List.of() : LoadAssertion.parse(limits));
    return live.isAsked()
        ? merged.follow(runs, live)
        : merged.merge(PartOptions.parts(runs, store));
  }

  private void sayHowLong(LoadTest test) {
    if (test.aboutNs() >= LONG_NS && !foliot.console().showsProgress()) {
      foliot.console().error("this takes about " + Numbers.span(test.aboutNs() / 1e9));
    }
  }

  private boolean isPlan() {
    return url.endsWith(".yaml") || url.endsWith(".yml");
  }

  /** What a plan says; the command line may say how often, and what must hold. */
  private LoadTest ofPlan() {
    for (LoadOption option : LoadOption.values()) {
      refuse(option.option(), " is the plan's: write it into " + Shown.text(url));
    }
    for (List<String> options : List.of(OF_ONE_REQUEST, OF_RECORDINGS)) {
      options.forEach(option -> refuse(option, " is the plan's: write it into " + Shown.text(url)));
    }
    PlanFile.Content content = PlanFile.read(Path.of(url), drawnSeed());
    String asserted = limits != null ? limits : content.limits();
    Integer often = rounds != null ? rounds : content.rounds();
    return new LoadTest(
        content.name() != null ? content.name() : content.plan().target().toString(),
        List.of(parts.of(content.plan())),
        rounds(often),
        generator(),
        server(),
        null,
        limits(asserted),
        foliot.commandLine());
  }

  /** A part that a task of Spark plays. */
  private LoadTest handedOver() throws IOException {
    LoadPlan plan = HandedOver.read(System.in, () -> System.exit(ExitCode.INTERRUPTED));
    return new LoadTest(
        plan.target().toString(),
        List.of(parts.of(plan)),
        rounds(rounds),
        generator(),
        ServerSetup.NONE,
        null,
        limits(limits),
        foliot.commandLine());
  }

  private LoadTest.Limits limits(@Nullable String asserted) {
    return new LoadTest.Limits(
        asserted == null ? List.of() : LoadAssertion.parse(asserted),
        abort == null ? null : LoadAbort.parse(abort));
  }

  private LoadTest.Rounds rounds(@Nullable Integer asked) {
    return new LoadTest.Rounds(
        asked != null ? asked : compare != null ? ROUNDS_TO_COMPARE : 1, explain);
  }

  /** Recorded requests, at their times. */
  private LoadTest ofTrace() {
    for (LoadOption option :
        List.of(
            LoadOption.RATE,
            LoadOption.ARRIVALS,
            LoadOption.CLIENTS,
            LoadOption.THINK,
            LoadOption.RAMP,
            LoadOption.COUNT)) {
      refuse(option.option(), " is the recording's: leave it out");
    }
    OF_ONE_REQUEST.forEach(option -> refuse(option, " is the recording's: leave it out"));
    if (curl() != null) {
      throw FoliotException.usage("--har and --access-log need a URL: leave curl out");
    }
    LoadUrl asked = LoadUrl.parse(url);
    if (!asked.path().equals("/")) {
      throw FoliotException.usage(
          "the recording has the paths: give the URL without one, as in " + asked.target());
    }
    Recording recording = trace.recording(asked.target());
    foliot.console().error(TraceOptions.sentence(recording, asked.target()));
    LoadPlan plan =
        TraceOptions.plan(
            recording,
            asked.target(),
            protocol.sending(asked.target(), null, timeoutNs(null), null),
            drawnSeed(),
            traffic.duration() == null ? Long.MAX_VALUE : TimeSpan.parseNs(traffic.duration()));
    return new LoadTest(
        url,
        List.of(parts.of(protocol.described(plan))),
        rounds(rounds),
        generator(),
        server(),
        null,
        limits(limits),
        foliot.commandLine());
  }

  /** Refuses an option if it was given. */
  private void refuse(String option, String why) {
    if (!option.isEmpty() && spec.commandLine().getParseResult().hasMatchedOption(option)) {
      throw FoliotException.usage(option + why);
    }
  }

  private LoadTest.Generator generator() {
    return new LoadTest.Generator(cpus == null ? null : Cpus.parse(cpus), jvmArgs);
  }

  private ServerSetup server() {
    return server.watched(
        server.plan(words, foliot.commandLine().contains("--"), generator().cpus()));
  }

  private long drawnSeed() {
    if (seed == null && parts.isPart()) {
      // the parts of all machines must be of one load
      return 1;
    }
    return seed == null ? new SecureRandom().nextInt() >>> (32 - SEED_BITS) : seed(seed);
  }

  /** The request of a command line of curl; null where there is none. */
  private @Nullable CurlCommand curl() {
    if (!url.equals("curl")) {
      return null;
    }
    return request.ofCurl(words);
  }

  private LoadTest test() {
    CurlCommand curl = curl();
    LoadUrl asked = LoadUrl.parse(curl == null ? url : curl.url());
    RateGoal goal = rateOptions.goal(null);
    if (goal != null && rounds != null) {
      throw FoliotException.usage(
          "--find-rate plays as often as it needs: bound that with --max-forks, not --rounds");
    }
    String duration = traffic.duration();
    long durationNs =
        TimeSpan.parseNs(
            duration != null ? duration : goal == null ? USUAL_DURATION : USUAL_OF_SEARCH);
    List<Traffic> steps = traffic.steps(goal, durationNs);
    long warmupNs = TimeSpan.parseNs(warmup == null ? USUAL_WARM_UP : warmup);
    long fixedSeed = drawnSeed();
    Sending sending = protocol.sending(asked.target(), traffic.clients(), timeoutNs(curl), curl);
    RequestTemplate asks =
        curl == null
            ? request.request(asked.path())
            : new RequestTemplate(
                    curl.method(), asked.path(), curl.headers(), curl.body(), 1, List.of())
                .with(request.events());
    List<LoadPlan> plans = new ArrayList<>();
    for (Traffic one : steps) {
      List<LoadPhase> phases = new ArrayList<>();
      if (warmupNs > 0) {
        phases.add(new LoadPhase(LoadPhase.WARM_UP, one.atOneRate(), warmupNs));
      }
      long lengthNs = traffic.lengthNs(one, durationNs);
      phases.add(new LoadPhase("measured", one, lengthNs, traffic.requests()));
      plans.add(
          parts.of(
              protocol.described(
                  new LoadPlan(
                      asked.target(),
                      List.of(asks),
                      phases,
                      sending,
                      fixedSeed,
                      Math.clamp(
                          lengthNs / INTERVALS, SHORTEST_INTERVAL_NS, LONGEST_INTERVAL_NS)))));
    }
    return new LoadTest(
        curl == null ? url : curl.url(),
        plans,
        rounds(rounds),
        generator(),
        curl == null ? server() : server.watched(server.running()),
        goal,
        limits(limits),
        curl == null ? foliot.commandLine() : RequestOptions.withoutSecrets(foliot.commandLine()));
  }

  private long timeoutNs(@Nullable CurlCommand curl) {
    String timeout = timeLimit.text(LoadOption.TIMEOUT);
    return timeout == null && curl != null && curl.timeoutNs() > 0
        ? curl.timeoutNs()
        : TimeSpan.parseNs(timeout == null ? USUAL_TIMEOUT : timeout);
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadOptionException("--seed '" + Shown.text(text) + "' is no whole number");
    }
  }
}
