package dev.foliot.load.plan;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.Protocol;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Reuse;
import dev.foliot.load.Route;
import dev.foliot.load.Sending;
import dev.foliot.load.Sequence;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Tls;
import dev.foliot.load.Traffic;
import dev.foliot.load.plan.LoadOption.Section;
import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.Fields;
import dev.foliot.load.yaml.YamlFile;
import dev.foliot.load.yaml.YamlText;
import dev.foliot.load.yaml.YamlValue;
import dev.foliot.text.FoliotException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The plan of a load in a file that people write, in YAML. The complete file is checked before
 * anything starts, and all errors are reported at once, each with its line. For one thread.
 */
public final class PlanFile {
  private static final int LONGEST = 256 << 10;
  private static final int LONGEST_NAME = 100;
  private static final int MOST = 100;
  private static final int INTERVALS = 100;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;

  private final Path file;
  private final long drawnSeed;
  private final Complaints complaints;

  /**
   * What a file says.
   *
   * @param name what is tested, or null
   * @param plan what is played in each round
   * @param rounds how often, or null
   * @param limits what must hold, as on the command line, or null
   */
  public record Content(
      @Nullable String name, LoadPlan plan, @Nullable Integer rounds, @Nullable String limits) {}

  private PlanFile(Path file, long drawnSeed) {
    this.file = file;
    this.drawnSeed = drawnSeed;
    this.complaints = new Complaints(file.toString());
  }

  /**
   * Reads a file. Starts nothing.
   *
   * @param drawnSeed for a file without a seed
   * @throws dev.foliot.load.yaml.YamlException for errors in it
   */
  public static Content read(Path file, long drawnSeed) {
    return new PlanFile(file, drawnSeed).content();
  }

  /**
   * Reads the text of a file that is not there. Starts nothing.
   *
   * @param file where it would be: errors name it, and other files are found from its folder
   * @param drawnSeed for a text without a seed
   * @throws dev.foliot.load.yaml.YamlException for errors in it
   */
  public static Content read(String text, Path file, long drawnSeed) {
    return new PlanFile(file, drawnSeed).content(text);
  }

  private Content content() {
    String text = YamlFile.read(file, LONGEST, "a plan of a load", complaints);
    complaints.throwIfAny();
    return content(text);
  }

  private Content content(String text) {
    YamlValue root = YamlText.read(text, "url: http://HOST:PORT", complaints);
    complaints.throwIfAny();
    Fields fields =
        Fields.of(
            Objects.requireNonNull(root),
            "a plan of a load",
            LoadOption.fields(Section.PLAN),
            complaints);
    fields.require("url", "name the server, as in url: http://127.0.0.1:8080");
    fields.require("requests", "give at least one, as in requests: [{path: /}]");
    fields.require("phases", "give at least one, as in phases: [{rate: 1k/s, duration: 30s}]");
    Target target = fields.one("url", new Target("127.0.0.1", 1), Target::parse);
    List<RequestTemplate> requests = new ArrayList<>();
    List<Sequence> sequences = new ArrayList<>();
    read(fields.items("requests", MOST), hosts(fields), requests, sequences);
    List<LoadPhase> phases = phases(fields);
    boolean isSecure =
        Stream.concat(
                requests.stream(),
                sequences.stream().flatMap(one -> one.steps().stream()).map(Sequence.Step::request))
            .anyMatch(request -> request.to(target).secure());
    Sending sending = sending(fields, target, target.secure() || isSecure);
    Path descriptors = path(fields, "descriptors");
    long seed = whole(fields, LoadOption.SEED, drawnSeed);
    Integer rounds = fields.has("rounds") ? (int) whole(fields, LoadOption.ROUNDS, 1) : null;
    String limits = fields.has("assert") ? fields.text("assert", "") : null;
    String name = fields.has("name") ? fields.called("name", "", LONGEST_NAME) : null;
    complaints.throwIfAny();
    long longestNs = phases.stream().mapToLong(LoadPhase::durationNs).max().orElse(SECOND);
    LoadPlan plan = null;
    try {
      plan =
          new LoadPlan(
                  target,
                  requests,
                  sequences,
                  null,
                  phases,
                  sending,
                  seed,
                  Math.clamp(longestNs / INTERVALS, 100 * MS, 60 * SECOND))
              .described(descriptors, fields.truth("trace", false));
    } catch (FoliotException | BadOptionException e) {
      complaints.add(0, String.valueOf(e.getMessage()));
    }
    complaints.throwIfAny();
    return new Content(name, Objects.requireNonNull(plan), rounds, limits);
  }

  private Map<String, Target> hosts(Fields fields) {
    Map<String, Target> hosts = new LinkedHashMap<>();
    fields
        .pairs("hosts")
        .forEach((name, url) -> {
          try {
            hosts.put(name, Target.parse(url));
          } catch (FoliotException e) {
            fields.complain("hosts", name, String.valueOf(e.getMessage()));
          }
        });
    return hosts;
  }

  private void read(
      List<YamlValue> items,
      Map<String, Target> hosts,
      List<RequestTemplate> requests,
      List<Sequence> sequences) {
    SequenceReader reader = new SequenceReader(folder(), hosts, complaints);
    for (YamlValue item : items) {
      if (SequenceReader.isSequence(item)) {
        Sequence sequence = reader.read(item, sequences.size() + 1);
        if (sequence != null) {
          sequences.add(sequence);
        }
      } else {
        requests.add(RequestReader.readNamed(item, folder(), hosts, complaints));
      }
    }
  }

  private Path folder() {
    return Objects.requireNonNull(file.toAbsolutePath().normalize().getParent());
  }

  private List<LoadPhase> phases(Fields fields) {
    List<LoadPhase> phases = new ArrayList<>();
    for (YamlValue item : fields.items("phases", MOST)) {
      Fields phase = Fields.of(item, "a phase", LoadOption.fields(Section.PHASE), complaints);
      if (phase.has("rest")) {
        for (String other : List.of("rate", "arrivals", "clients", "think", "ramp", "duration")) {
          phase.refuse(other, "a rest has none; leave it out");
        }
        phases.add(
            new LoadPhase(
                phase.called("name", "rest", LONGEST_NAME),
                new Traffic.Idle(),
                time(phase, LoadOption.REST, SECOND)));
        continue;
      }
      phase.require("duration", "say how long, as in duration: 30s");
      Traffic traffic = traffic(phase);
      phases.add(
          new LoadPhase(
              phase.called("name", "phase " + (phases.size() + 1), LONGEST_NAME),
              traffic,
              time(phase, LoadOption.DURATION, SECOND),
              whole(phase, LoadOption.COUNT, 0)));
    }
    return phases;
  }

  private Traffic traffic(Fields phase) {
    boolean open = phase.has("rate") || phase.has("arrivals");
    if (open == phase.has("clients")) {
      complaints.add(
          phase.line(),
          "a phase has "
              + (open ? "clients and a rate" : "no clients, no rate and no rest")
              + "; give a rate for an open loop, clients for a closed one");
      return new Traffic.Idle();
    }
    if (!open) {
      return new Traffic.Closed(
          (int) whole(phase, LoadOption.CLIENTS, 1),
          phase.one(LoadOption.THINK.field(), Think.NONE, Think::parse),
          time(phase, LoadOption.RAMP, 0));
    }
    phase.refuse("ramp", "goes with clients, which come one after the other; leave it out");
    phase.refuse("think", "goes with clients, which wait for their answers; leave it out");
    Arrivals arrivals = phase.one("arrivals", new Arrivals.Poisson(), Arrivals::parse);
    if (phase.has("rate")) {
      return new Traffic.Open(phase.one("rate", Rate.perSecond(1), Rate::parse), arrivals);
    }
    return switch (arrivals) {
      case Arrivals.Ramp ramp -> new Traffic.Open(ramp.to(), arrivals);
      case Arrivals.Step step -> new Traffic.Open(step.rates().getLast(), arrivals);
      case Arrivals.Constant _,
          Arrivals.Poisson _,
          Arrivals.Burst _,
          Arrivals.Closed _,
          Arrivals.Trace _ -> {
        phase.complain("arrivals", "they have no rate; give one beside them, as in rate: 1k/s");
        yield new Traffic.Idle();
      }
    };
  }

  private Sending sending(Fields fields, Target target, boolean isSecure) {
    Protocol protocol = LoadOption.protocol(target, flag -> fields.truth(flag.field(), false));
    if (!protocol.hasStreams()) {
      fields.refuse("streams", "they are of HTTP/2 and gRPC; give http2: true, or leave them out");
    }
    Tls tls = tls(fields, isSecure);
    try {
      return new Sending(
          protocol,
          (int) whole(fields, LoadOption.CONNECTIONS, protocol.usualConnections()),
          protocol.hasStreams()
              ? (int) whole(fields, LoadOption.STREAMS, protocol.usualStreams())
              : 1,
          (int) whole(fields, LoadOption.LOOPS, 0),
          time(fields, LoadOption.TIMEOUT, 10 * SECOND),
          new Reuse(
              fields.truth("keep-alive", true),
              whole(fields, LoadOption.REQUESTS_PER_CONNECTION, 0),
              time(fields, LoadOption.CONNECTION_AGE, 0)),
          tls,
          new Route(
              fields.one("proxy", Target::parse).orElse(null),
              path(fields, "unix-socket"),
              fields.truth("follow", false),
              time(fields, LoadOption.DNS_TTL, 0)));
    } catch (FoliotException e) {
      complaints.add(fields.line("connections"), String.valueOf(e.getMessage()));
      return Sending.http1(1, 0, SECOND, true);
    }
  }

  private static long whole(Fields fields, LoadOption option, long usual) {
    return fields.whole(option.field(), usual, option.least(), option.most());
  }

  private static long time(Fields fields, LoadOption option, long usualNs) {
    return fields.time(option.field(), usualNs, option.least(), option.most());
  }

  private Tls tls(Fields fields, boolean isSecure) {
    YamlValue value = fields.value("tls");
    if (value == null) {
      return Tls.USUAL;
    }
    if (!isSecure) {
      fields.complain("tls", "the url is not https or grpcs; write so, or leave tls out");
    }
    Fields tls = Fields.of(value, "tls", LoadOption.fields(Section.TLS), complaints);
    try {
      return new Tls(
          path(tls, "trust"),
          tls.truth("insecure", false),
          path(tls, "certificate"),
          path(tls, "key"),
          tls.has("server-name") ? tls.text("server-name", "") : null);
    } catch (FoliotException e) {
      complaints.add(tls.line(), "tls: " + e.getMessage());
      return Tls.USUAL;
    }
  }

  private @Nullable Path path(Fields tls, String name) {
    return tls.one(name, text -> folder().resolve(text)).orElse(null);
  }
}
