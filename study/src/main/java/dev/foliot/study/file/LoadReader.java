package dev.foliot.study.file;

import dev.foliot.bench.Arrivals;
import dev.foliot.bench.BadOptionException;
import dev.foliot.bench.Rate;
import dev.foliot.load.LoadPhase;
import dev.foliot.load.LoadPlan;
import dev.foliot.load.RequestTemplate;
import dev.foliot.load.Sending;
import dev.foliot.load.Target;
import dev.foliot.load.Think;
import dev.foliot.load.Traffic;
import dev.foliot.load.yaml.Complaints;
import dev.foliot.load.yaml.Fields;
import dev.foliot.load.yaml.YamlValue;
import dev.foliot.study.plan.RemotePlan;
import dev.foliot.study.plan.StepPlan;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Reads the loads of a study file. For one thread. */
final class LoadReader {
  static final List<String> FIELDS =
      List.of(
          "name",
          "clients",
          "think",
          "rate",
          "arrivals",
          "connections",
          "warm-up",
          "warm-up-until",
          "warm-up-clients",
          "idle",
          "duration",
          "delay",
          "interval");
  private static final int MOST_LOADS = 20;
  private static final int MOST_CONNECTIONS = 50_000;
  private static final int USUAL_CONNECTIONS = 200;
  private static final int USUAL_WARM_UP_CLIENTS = 8;
  private static final int SAMPLES = 40;
  private static final int LONGEST_NAME = 100;
  private static final long MS = 1_000_000;
  private static final long SECOND = 1_000 * MS;
  private static final long MOST_TIME = 24 * 3_600 * SECOND;

  /** Ten seconds show whether throughput is steady, and it is not at once. */
  private static final long LEAST_UNTIL_STEADY = 15 * SECOND;

  private static final long USUAL_UNTIL_STEADY = 60 * SECOND;

  private final long delayNs;
  private final boolean hasRemote;
  private final Complaints complaints;

  /**
   * @param delayNs the default of the loads
   * @param hasRemote whether the study has a remote system that could be slow
   */
  LoadReader(long delayNs, boolean hasRemote, Complaints complaints) {
    this.delayNs = delayNs;
    this.hasRemote = hasRemote;
    this.complaints = complaints;
  }

  /** The loads of a file; reports errors. */
  List<StepPlan> of(Fields file) {
    List<StepPlan> steps = new ArrayList<>();
    for (YamlValue item : file.items("loads", MOST_LOADS)) {
      Fields load = Fields.of(item, "a load", FIELDS, complaints);
      for (Traffic traffic : traffics(load)) {
        steps.add(step(load, traffic));
      }
    }
    if (steps.size() > MOST_LOADS) {
      file.complain("loads", "they are " + steps.size() + " together; give 20 at most");
    }
    Set<String> names = new HashSet<>();
    for (StepPlan step : steps) {
      if (!names.add(step.name())) {
        file.complain(
            "loads",
            "two of them are called '"
                + Shown.text(step.name())
                + "'; give each a name of its own");
      }
    }
    return steps;
  }

  /** One for each number of clients, or each rate. */
  private List<Traffic> traffics(Fields load) {
    boolean open = load.has("rate") || load.has("arrivals");
    if (open == load.has("clients")) {
      complaints.add(
          load.line(),
          open
              ? "there are clients and a rate; give clients for a closed loop, a rate for an open"
                  + " one"
              : "there are no clients and no rate; give clients for a closed loop, a rate for an"
                  + " open one");
      return List.of();
    }
    return open ? open(load) : closed(load);
  }

  private static List<Traffic> closed(Fields load) {
    Think think = load.one("think", Think.NONE, Think::parse);
    return load.several(
        "clients",
        List.of(),
        text -> new Traffic.Closed((int) Fields.whole(text, 1, Traffic.MOST_CLIENTS), think));
  }

  private static List<Traffic> open(Fields load) {
    load.refuse("think", "goes with clients, which wait for their answers; leave it out");
    Arrivals arrivals = load.one("arrivals", new Arrivals.Poisson(), Arrivals::parse);
    if (load.has("rate")) {
      return load.several("rate", List.of(), text -> new Traffic.Open(Rate.parse(text), arrivals));
    }
    return switch (arrivals) {
      case Arrivals.Ramp ramp -> List.of(new Traffic.Open(ramp.to(), arrivals));
      case Arrivals.Step steps -> List.of(new Traffic.Open(steps.rates().getLast(), arrivals));
      case Arrivals.Constant _,
          Arrivals.Poisson _,
          Arrivals.Burst _,
          Arrivals.Closed _,
          Arrivals.Trace _ -> {
        load.complain("arrivals", "they have no rate; give one beside them, as in rate: 1k/s");
        yield List.of();
      }
    };
  }

  private StepPlan step(Fields load, Traffic traffic) {
    int clients = traffic instanceof Traffic.Closed closed ? closed.clients() : 0;
    int connections =
        (int)
            load.whole(
                "connections",
                clients == 0 ? USUAL_CONNECTIONS : clients,
                Math.max(1, clients),
                MOST_CONNECTIONS);
    long durationNs = load.time("duration", 10 * SECOND, 100 * MS, MOST_TIME);
    long idleNs = load.time("idle", 0, 0, MOST_TIME);
    if (load.has("delay") && !hasRemote) {
      load.complain("delay", "is the remote system's, and there is none; give the file a 'remote'");
    }
    boolean untilSteady = load.one("warm-up-until", false, LoadReader::untilSteady);
    if (untilSteady && idleNs > 0) {
      load.complain("warm-up-until", "goes not with an idle time; leave one of the two out");
    }
    StepPlan step =
        new StepPlan(
            name(load, traffic),
            traffic,
            connections,
            new StepPlan.WarmUp(
                untilSteady
                    ? load.time("warm-up", USUAL_UNTIL_STEADY, LEAST_UNTIL_STEADY, MOST_TIME)
                    : load.time("warm-up", 5 * SECOND, 100 * MS, MOST_TIME),
                (int)
                    load.whole(
                        "warm-up-clients",
                        Math.min(USUAL_WARM_UP_CLIENTS, connections),
                        1,
                        connections),
                untilSteady),
            new StepPlan.Times(
                idleNs,
                durationNs,
                load.time("delay", delayNs, 0, RemotePlan.LONGEST_DELAY_NS),
                load.time(
                    "interval",
                    Math.clamp(durationNs / SAMPLES, 100 * MS, 60 * SECOND),
                    100 * MS,
                    60 * SECOND)),
            StepPlan.Program.BANK,
            false);
    check(load, step);
    return step;
  }

  private static boolean untilSteady(String text) {
    if (!text.equals("steady")) {
      throw FoliotException.usage("'" + Shown.text(text) + "' ends no warm-up; write steady");
    }
    return true;
  }

  private String name(Fields load, Traffic traffic) {
    String usual = usualName(traffic);
    String name = load.called("name", usual, LONGEST_NAME);
    boolean several =
        load.value("clients") instanceof YamlValue.Items
            || load.value("rate") instanceof YamlValue.Items;
    return several && !name.equals(usual) ? name + ", " + usual : name;
  }

  private static String usualName(Traffic traffic) {
    return switch (traffic) {
      case Traffic.Closed(int clients, Think _, long _) ->
          clients + (clients == 1 ? " client" : " clients");
      case Traffic.Open(Rate rate, Arrivals arrivals) -> rate + " " + arrivals;
      case Traffic.Idle() -> "idle";
    };
  }

  /** Checks limits that only the driver knows, such as the number of intervals. */
  private void check(Fields load, StepPlan step) {
    try {
      var _ =
          new LoadPlan(
              new Target("127.0.0.1", 80),
              List.of(RequestTemplate.get("/")),
              List.of(
                  new LoadPhase(
                      "warm-up", new Traffic.Closed(step.warmupClients(), 0), step.warmupNs()),
                  new LoadPhase("load", step.traffic(), step.durationNs())),
              Sending.http1(step.connections(), 1, SECOND, true),
              1,
              step.intervalNs());
    } catch (FoliotException | BadOptionException e) {
      complaints.add(load.line(), "the load: " + e.getMessage());
    }
  }
}
