package dev.foliot.cli;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.BenchConfig;
import dev.foliot.bench.Rate;
import dev.foliot.bench.TimeSpan;
import dev.foliot.benchrun.RateGoal;
import dev.foliot.cli.brief.LoadBrief;
import dev.foliot.cli.details.ComparisonTable;
import dev.foliot.cli.details.LoadTable;
import dev.foliot.cli.json.LoadJson;
import dev.foliot.cli.load.TraceOptions;
import dev.foliot.judgement.ServerText;
import dev.foliot.linux.Affinity;
import dev.foliot.linux.CpuList;
import dev.foliot.linux.Reading;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Recording;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Traffic;
import dev.foliot.load.plan.CurlCommand;
import dev.foliot.load.plan.PlanFile;
import dev.foliot.load.yaml.YamlException;
import dev.foliot.loadrun.LoadAnswer;
import dev.foliot.loadrun.LoadAssertion;
import dev.foliot.loadrun.LoadTest;
import dev.foliot.loadrun.LoadTestResult;
import dev.foliot.loadrun.LoadTestRun;
import dev.foliot.loadrun.ServerPlan;
import dev.foliot.store.Store;
import dev.foliot.store.StoredRun;
import dev.foliot.store.Verdict;
import dev.foliot.store.comparison.ComparisonRecord;
import dev.foliot.store.load.ServerRecord;
import dev.foliot.text.LabException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * {@code foliot load}: puts an HTTP server under an open-loop load. Long, since each of its options
 * is a field.
 */
@Command(
    name = "load",
    sortOptions = false,
    mixinStandardHelpOptions = true,
    description = "Sends HTTP requests at a rate that does not wait for the server.",
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
      "  foliot load http://127.0.0.1:8080/ --rate 1k/s --assert 'p99<20ms, errors<0.1%'"
    })
final class LoadCommand implements Callable<Integer> {
  private static final List<String> OF_PLANS =
      List.of(
          "--rate",
          "--arrivals",
          "--clients",
          "--think",
          "--duration",
          "--warmup",
          "--connections",
          "--http2",
          "--streams",
          "--no-keep-alive",
          "--trust",
          "--insecure",
          "--certificate",
          "--key",
          "--server-name",
          "--proxy",
          "--unix-socket",
          "--follow",
          "--method",
          "--header",
          "--body",
          "--timeout",
          "--loops",
          "--find-rate",
          "--max-rate",
          "--max-forks",
          "--har",
          "--access-log",
          "--speed-up");

  /** A recording says what is sent and when. */
  private static final List<String> NOT_OF_TRACES =
      List.of(
          "--rate",
          "--arrivals",
          "--clients",
          "--think",
          "--warmup",
          "--method",
          "--header",
          "--body",
          "--find-rate",
          "--max-rate",
          "--max-forks");

  private static final String MASK = "***";
  private static final List<String> SECRETS_OF_CURL = List.of("-u", "--user", "-b", "--cookie");
  private static final String USUAL_DURATION = "30s";
  private static final String USUAL_OF_SEARCH = "10s";

  /** A search begins here, or where the percentile has data enough. */
  private static final long LEAST_OF_SEARCH = 100;

  private static final double ABOVE_LEAST = 1.2;
  private static final String USUAL_WARM_UP = "3s";
  private static final String USUAL_TIMEOUT = "10s";
  private static final int ROUNDS_TO_COMPARE = 5;
  private static final int SEED_BITS = 31;
  private static final int LONGEST_BODY = 1 << 20;
  private static final long LONG_NS = 60_000_000_000L;

  /** About this many intervals make a line over time. */
  private static final int INTERVALS = 100;

  private static final long SHORTEST_INTERVAL_NS = 100_000_000;
  private static final long LONGEST_INTERVAL_NS = 60_000_000_000L;

  @Parameters(
      index = "0",
      paramLabel = "URL|PLAN",
      description =
          "What is asked for, as in http://127.0.0.1:8080/orders; or a plan, as in shop.yaml.")
  private String url = "";

  @Parameters(
      index = "1..*",
      paramLabel = "WORD",
      description =
          "Behind --: the command that starts the server; or curl and a request to take over.")
  private List<String> words = new ArrayList<>();

  @Option(
      names = "--rate",
      paramLabel = "RATE",
      description = "Requests that are due, as in 2k/s; several are steps, as in 500/s,1k/s,2k/s.")
  private @Nullable String rate;

  @Option(
      names = "--arrivals",
      paramLabel = "KIND",
      description =
          "poisson, constant, ramp:RATE..RATE, step:RATE,RATE..., burst:N or trace:FILE"
              + " (poisson).")
  private @Nullable String arrivals;

  @Option(
      names = "--clients",
      paramLabel = "N",
      description = "A closed loop instead of a rate: each client asks again after its answer.")
  private @Nullable Integer clients;

  @Option(
      names = "--think",
      paramLabel = "TIME",
      description = "How long a client waits between answer and next request (0s).")
  private @Nullable String think;

  @Option(
      names = "--duration",
      paramLabel = "TIME",
      description = "Measured length of each step (30s).")
  private @Nullable String duration;

  @Option(
      names = "--warmup",
      paramLabel = "TIME",
      description = "The same load before it, whose figures are not kept (3s).")
  private @Nullable String warmup;

  @Option(
      names = "--method",
      paramLabel = "NAME",
      description = "GET, HEAD, POST, PUT, PATCH, DELETE or OPTIONS (GET, with --body POST).")
  private @Nullable String method;

  @Option(
      names = {"-H", "--header"},
      paramLabel = "LINE",
      description = "A header, as in 'Accept: text/html'; may be repeated.")
  private List<String> headers = new ArrayList<>();

  @Option(
      names = "--body",
      paramLabel = "TEXT",
      description = "What a POST sends; @FILE for the content of a file.")
  private @Nullable String body;

  @Option(
      names = "--timeout",
      paramLabel = "TIME",
      description = "A request that takes longer from its sending has failed (10s).")
  private @Nullable String timeout;

  @Mixin private final TraceOptions trace = new TraceOptions();

  @Mixin private final ProtocolOptions protocol = new ProtocolOptions();

  @Option(
      names = "--loops",
      paramLabel = "N",
      description = "Event loops of the generator (one per two CPUs).")
  private @Nullable Integer loops;

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
      description = "Exit with 3 unless they hold, as in 'p99<20ms, errors<0.1%%, rate>990/s'.")
  private @Nullable String limits;

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

  @Mixin private final LiveOptions live = new LiveOptions();

  @Mixin private final NameOption name = new NameOption();

  @Mixin private final QuietOptions quiet = new QuietOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  private final Foliot foliot;

  LoadCommand(Foliot foliot) {
    this.foliot = foliot;
  }

  @Override
  public Integer call() throws Exception {
    Store store = Store.open(foliot.store());
    name.check();
    live.check(foliot.console());
    LoadTest test;
    try {
      test = isPlan() ? ofPlan() : trace.isAsked() ? ofTrace() : test();
    } catch (YamlException e) {
      e.complaints().forEach(foliot.console()::error);
      return ExitCode.USAGE;
    }
    LoadComparison comparison = LoadComparison.prepare(compare, test, store);
    sayHowLong(test);
    quiet.await(foliot.console());
    LoadViews progress = new LoadViews(foliot.console(), test, live);
    AtomicReference<@Nullable LoadTestRun> running = new AtomicReference<@Nullable LoadTestRun>();
    try (progress) {
      return Interruption.during(
          () -> {
            LoadTestRun run = new LoadTestRun(test, store, progress);
            running.set(run);
            LoadTestResult result = run.run();
            progress.end(LoadAnswer.of(result).text());
            progress.close();
            name.give(store, result.folder(), "");
            return show(result, comparison, test, store);
          },
          () -> {
            LoadTestRun run = running.get();
            if (run != null) {
              run.cut();
            }
          });
    }
  }

  private void sayHowLong(LoadTest test) {
    if (test.aboutNs() >= LONG_NS && !foliot.console().showsProgress()) {
      foliot.console().error("this takes about " + Numbers.span(test.aboutNs() / 1e9));
    }
  }

  private int show(LoadTestResult result, LoadComparison comparison, LoadTest test, Store store) {
    if (result.interrupted()) {
      boolean none = result.forks().isEmpty();
      if (!none) {
        print(result, List.of(), List.of(), store);
        foliot.console().out().flush();
      }
      foliot
          .console()
          .error(
              "interrupted; "
                  + (none ? "nothing was measured yet" : "what was measured is kept")
                  + " in "
                  + result.folder());
      return ExitCode.INTERRUPTED;
    }
    List<ComparisonRecord> compared = comparison.of(result, store);
    List<LoadAssertion.Judged> judged = judged(result, test);
    print(result, compared, judged, store);
    ServerRecord gone = result.endedServer().orElse(null);
    if (gone != null) {
      foliot.console().out().flush();
      foliot.console().error(ServerText.end(gone));
      return ExitCode.INVALID;
    }
    if (result.run().validity().verdict() == Verdict.INVALID) {
      return ExitCode.INVALID;
    }
    List<String> failures = new ArrayList<>(comparison.failures(compared));
    judged.stream()
        .filter(one -> one.outcome() != LoadAssertion.Outcome.HELD)
        .forEach(one ->
            failures.add(
                (one.outcome() == LoadAssertion.Outcome.MISSED ? "missed: " : "undecided: ")
                    + one.text()));
    failures.forEach(line -> foliot.console().error(line));
    return failures.isEmpty() ? ExitCode.DONE : ExitCode.MISSED;
  }

  private static List<LoadAssertion.Judged> judged(LoadTestResult result, LoadTest test) {
    List<LoadAssertion.Judged> all = new ArrayList<>();
    int loads = result.run().loads().size();
    for (int load = 0; load < loads; load++) {
      String at = loads == 1 ? "" : " at " + result.run().loads().get(load).rateText();
      for (LoadAssertion assertion : test.assertions()) {
        LoadAssertion.Judged one = assertion.judge(result.forksOf(load), result.failedShare(load));
        all.add(new LoadAssertion.Judged(one.outcome(), one.text() + at));
      }
    }
    return all;
  }

  private void print(
      LoadTestResult result,
      List<ComparisonRecord> compared,
      List<LoadAssertion.Judged> judged,
      Store store) {
    PrintStream out = foliot.console().out();
    if (foliot.json()) {
      out.println(LoadJson.of(result, compared, judged));
      return;
    }
    Path page = page(store.find(result.folder().toString()));
    if (foliot.details()) {
      new LoadTable(out, result).print();
      compared.forEach(comparison -> {
        out.println();
        new ComparisonTable(out).print(comparison);
      });
      if (page != null) {
        out.println("page: " + page);
      }
    } else {
      new LoadBrief(foliot.brief(), result, compared, judged, apart(result), foliot.next())
          .print(page);
    }
  }

  private @Nullable Path page(StoredRun run) {
    return ReportPage.beside(ReportPage.usual(run), List.of(run), foliot.store());
  }

  private boolean isPlan() {
    return url.endsWith(".yaml") || url.endsWith(".yml");
  }

  /** What a plan says; the command line may say how often, and what must hold. */
  private LoadTest ofPlan() {
    for (String option : OF_PLANS) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw LabException.usage(option + " is the plan's: write it into " + Shown.text(url));
      }
    }
    PlanFile.Content content = PlanFile.read(Path.of(url), drawnSeed());
    String asserted = limits != null ? limits : content.limits();
    Integer often = rounds != null ? rounds : content.rounds();
    return new LoadTest(
        content.name() != null ? content.name() : content.plan().target().toString(),
        List.of(content.plan()),
        often != null ? often : compare != null ? ROUNDS_TO_COMPARE : 1,
        generator(),
        server(),
        null,
        asserted == null ? List.of() : LoadAssertion.parse(asserted),
        foliot.commandLine());
  }

  /** Recorded requests, at their times. */
  private LoadTest ofTrace() {
    for (String option : NOT_OF_TRACES) {
      if (spec.commandLine().getParseResult().hasMatchedOption(option)) {
        throw LabException.usage(option + " is the recording's: leave it out");
      }
    }
    if (curl() != null) {
      throw LabException.usage("--har and --access-log need a URL: leave curl out");
    }
    LoadUrl asked = LoadUrl.parse(url);
    if (!asked.path().equals("/")) {
      throw LabException.usage(
          "the recording has the paths: give the URL without one, as in " + asked.target());
    }
    Recording recording = trace.recording(asked.target());
    foliot.console().error(TraceOptions.sentence(recording, asked.target()));
    LoadPlan plan =
        TraceOptions.plan(
            recording,
            asked.target(),
            protocol.sending(
                asked.target(),
                null,
                loops,
                TimeSpan.parseNs(timeout == null ? USUAL_TIMEOUT : timeout)),
            drawnSeed(),
            duration == null ? Long.MAX_VALUE : TimeSpan.parseNs(duration));
    return new LoadTest(
        url,
        List.of(plan),
        rounds != null ? rounds : compare != null ? ROUNDS_TO_COMPARE : 1,
        generator(),
        server(),
        null,
        limits == null ? List.of() : LoadAssertion.parse(limits),
        foliot.commandLine());
  }

  private LoadTest.Generator generator() {
    return new LoadTest.Generator(cpus == null ? null : BenchCommand.cpuList(cpus), jvmArgs);
  }

  private @Nullable ServerPlan server() {
    return server.plan(words, foliot.commandLine().contains("--"), generator().cpus());
  }

  /** The upper half of the CPUs, for a generator that shares all of them with its server. */
  private @Nullable CpuList apart(LoadTestResult result) {
    if (cpus != null || !result.isOnThisMachine()) {
      return null;
    }
    return switch (Affinity.ofCaller()) {
      case Reading.Value<CpuList>(CpuList all) when all.size() > 1 ->
          CpuList.of(all.stream().skip(all.size() / 2).toArray());
      case Reading.Value<CpuList> _, Reading.Unavailable<CpuList> _ -> null;
    };
  }

  private long drawnSeed() {
    return seed == null ? new SecureRandom().nextInt() >>> (32 - SEED_BITS) : seed(seed);
  }

  /** The request of a command line of curl; null where there is none. */
  private @Nullable CurlCommand curl() {
    if (!url.equals("curl")) {
      return null;
    }
    if (method != null || body != null || !headers.isEmpty()) {
      throw LabException.usage(
          "curl says method, headers and body: leave --method, --header and --body out");
    }
    return CurlCommand.parse(words);
  }

  private LoadTest test() {
    CurlCommand curl = curl();
    LoadUrl asked = LoadUrl.parse(curl == null ? url : curl.url());
    RateGoal goal = rateOptions.goal(null);
    if (goal != null && rounds != null) {
      throw LabException.usage(
          "--find-rate plays as often as it needs: bound that with --max-forks, not --rounds");
    }
    long durationNs =
        TimeSpan.parseNs(
            duration != null ? duration : goal == null ? USUAL_DURATION : USUAL_OF_SEARCH);
    List<Traffic> traffic = traffic(goal, durationNs);
    long warmupNs = TimeSpan.parseNs(warmup == null ? USUAL_WARM_UP : warmup);
    long fixedSeed = drawnSeed();
    if (curl != null) {
      protocol.takeOver(curl);
    }
    Sending sending =
        protocol.sending(
            asked.target(),
            clients,
            loops,
            timeout != null
                ? TimeSpan.parseNs(timeout)
                : curl != null && curl.timeoutNs() > 0
                    ? curl.timeoutNs()
                    : TimeSpan.parseNs(USUAL_TIMEOUT));
    RequestTemplate request =
        curl == null
            ? request(asked.path())
            : new RequestTemplate(
                curl.method(), asked.path(), curl.headers(), curl.body(), 1, List.of());
    List<LoadPlan> plans = new ArrayList<>();
    for (Traffic one : traffic) {
      List<LoadPhase> phases = new ArrayList<>();
      if (warmupNs > 0) {
        phases.add(new LoadPhase(LoadPhase.WARM_UP, atOneRate(one), warmupNs));
      }
      phases.add(new LoadPhase("measured", one, durationNs));
      plans.add(
          new LoadPlan(
              asked.target(),
              List.of(request),
              phases,
              sending,
              fixedSeed,
              Math.clamp(durationNs / INTERVALS, SHORTEST_INTERVAL_NS, LONGEST_INTERVAL_NS)));
    }
    return new LoadTest(
        curl == null ? url : curl.url(),
        plans,
        rounds != null ? rounds : compare != null ? ROUNDS_TO_COMPARE : 1,
        generator(),
        curl == null ? server() : server.running(),
        goal,
        limits == null ? List.of() : LoadAssertion.parse(limits),
        curl == null ? foliot.commandLine() : withoutSecrets(foliot.commandLine()));
  }

  /** Without the user and the cookies of curl, whose options' names mark no secrets. */
  private static List<String> withoutSecrets(List<String> line) {
    List<String> redacted = new ArrayList<>();
    boolean isSecret = false;
    for (String word : line) {
      String name =
          SECRETS_OF_CURL.stream()
              .filter(option ->
                  option.startsWith("--")
                      ? word.equals(option) || word.startsWith(option + "=")
                      : word.startsWith(option) && !word.startsWith("--"))
              .findFirst()
              .orElse("");
      if (isSecret) {
        redacted.add(MASK);
      } else if (name.isEmpty() || word.equals(name)) {
        redacted.add(word);
      } else {
        redacted.add(name + (name.startsWith("--") ? "=" : "") + MASK);
      }
      isSecret = !isSecret && !name.isEmpty() && word.equals(name);
    }
    return redacted;
  }

  /** A ramp or a trace is not warmed up by a part of itself. */
  private static Traffic atOneRate(Traffic traffic) {
    return traffic instanceof Traffic.Open open && open.hasOwnRates()
        ? new Traffic.Open(
            Rate.perSecond(Math.max(1, Math.round(open.meanPerS()))), new Arrivals.Poisson())
        : traffic;
  }

  private List<Traffic> traffic(@Nullable RateGoal goal, long durationNs) {
    if (clients != null && goal != null) {
      throw LabException.usage("--find-rate is of an open loop: leave --clients out");
    }
    if (goal != null && rate == null && arrivals == null) {
      double least =
          goal.leastPerS(BenchConfig.DEFAULT.with(Map.of("duration", TimeSpan.format(durationNs))));
      long first = Math.max(LEAST_OF_SEARCH, (long) Math.ceil(least * ABOVE_LEAST));
      return List.of(new Traffic.Open(Rate.perSecond(first), new Arrivals.Poisson()));
    }
    if (clients != null) {
      if (rate != null || arrivals != null) {
        throw LabException.usage(
            "--clients is a closed loop and has no "
                + (rate != null ? "--rate" : "--arrivals")
                + ": give one of them");
      }
      return List.of(new Traffic.Closed(clients, think == null ? 0 : TimeSpan.parseNs(think)));
    }
    if (think != null) {
      throw LabException.usage("--think is for --clients: give their number, or leave it out");
    }
    Arrivals kind = Arrivals.parse(arrivals == null ? "poisson" : arrivals);
    if (rate == null) {
      return switch (kind) {
        case Arrivals.Ramp ramp -> List.of(new Traffic.Open(ramp.to(), kind));
        case Arrivals.Step step -> List.of(new Traffic.Open(step.rates().getLast(), kind));
        case Arrivals.Constant _,
            Arrivals.Poisson _,
            Arrivals.Burst _,
            Arrivals.Closed _,
            Arrivals.Trace _ ->
            throw LabException.usage(
                "say how much: --rate, as in --rate 1k/s, or --clients, as in --clients 50");
      };
    }
    return Rates.parse(rate).stream()
        .map(one -> (Traffic) new Traffic.Open(Rate.parse(one), kind))
        .toList();
  }

  private RequestTemplate request(String path) {
    String content = body == null ? null : body.startsWith("@") ? file(body.substring(1)) : body;
    Map<String, String> all = new LinkedHashMap<>();
    for (String header : headers) {
      int colon = header.indexOf(':');
      if (colon < 1) {
        throw LabException.usage(
            "'" + Shown.text(header) + "' is no header: write 'Name: value', in quotes");
      }
      if (all.put(header.substring(0, colon).strip(), header.substring(colon + 1).strip())
          != null) {
        throw LabException.usage(
            "the header " + Shown.text(header.substring(0, colon)) + " was given twice");
      }
    }
    return new RequestTemplate(
        method != null ? method : content == null ? "GET" : "POST",
        path,
        all,
        content,
        1,
        List.of());
  }

  private static String file(String named) {
    try (InputStream in = Files.newInputStream(Path.of(named))) {
      byte[] bytes = in.readNBytes(LONGEST_BODY + 1);
      if (bytes.length > LONGEST_BODY) {
        throw LabException.usage("--body: " + Shown.text(named) + " is longer than 1 MiB");
      }
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw LabException.usage(
          "--body: " + Shown.text(named) + " cannot be read: give @ and the name of a file");
    }
  }

  private static long seed(String text) {
    try {
      return Long.parseLong(text);
    } catch (NumberFormatException e) {
      throw new BadOptionException("--seed '" + Shown.text(text) + "' is no whole number");
    }
  }
}
