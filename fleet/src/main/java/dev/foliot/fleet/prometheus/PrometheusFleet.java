package dev.foliot.fleet.prometheus;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import dev.foliot.fleet.columns.FleetRequest;
import dev.foliot.fleet.engine.TemporaryFolder;
import dev.foliot.fleet.prometheus.Convention.Figure;
import dev.foliot.fleet.read.FleetReader;
import dev.foliot.fleet.sums.FleetMeasured;
import dev.foliot.store.fleet.FleetInput;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Reads a fleet from a server with Prometheus' HTTP API.
 *
 * <p>It asks which metrics the chosen series have, takes CPU, requests and restarts by the names
 * that exporters give them, and asks for a figure of each node every so often. Large fleets are
 * asked for in parts: some nodes at a time, and less time where the server refuses. The answers go
 * to a file as the server would write it, which the reader of such files reads.
 */
public final class PrometheusFleet {
  /** The points over the whole time: a window has some, and few are lost by a server's limits. */
  private static final int POINTS = 288;

  private static final long LEAST_STEP_S = 15;
  private static final long LEAST_RATE_S = 60;

  /** The points of one answer. */
  private static final int MOST_POINTS = 1_000_000;

  private static final int MOST_NODES = 500;
  private static final int MOST_NAMED = 8;
  private static final long FIRST_PAUSE_MS = 1_000;
  private static final String UNNAMED = "value";
  private static final Pattern SPECIAL = Pattern.compile("[\\\\.+*?()|\\[\\]{}^$]");

  private final PrometheusServer server;
  private final PrometheusRequest request;
  private final Consumer<String> step;
  private final long stepS;
  private final List<String> said = new ArrayList<>();

  private PrometheusFleet(
      PrometheusServer server, PrometheusRequest request, Consumer<String> step) {
    this.server = server;
    this.request = request;
    this.step = step;
    long each = request.span().length().toSeconds() / POINTS;
    this.stepS = Math.max(1, Math.ceilDiv(each, LEAST_STEP_S)) * LEAST_STEP_S;
  }

  /**
   * Reads.
   *
   * @param files what else is asked for: labels, conditions, the engine
   * @param step receives what is being done
   * @throws FleetException if the server cannot be asked, or has no such series
   */
  public static FleetMeasured read(
      PrometheusRequest request, FleetRequest files, Consumer<String> step) {
    return read(request, files, step, FIRST_PAUSE_MS);
  }

  static FleetMeasured read(
      PrometheusRequest request, FleetRequest files, Consumer<String> step, long firstPauseMs) {
    try (PrometheusServer server =
            new PrometheusServer(request.server(), request.access(), firstPauseMs);
        TemporaryFolder folder = TemporaryFolder.create()) {
      return new PrometheusFleet(server, request, step).read(folder.path(), files);
    } catch (PrometheusServer.TooMuch e) {
      throw new FleetException(
          "%s refuses the smallest query (%s): choose fewer series with --selector, or less time"
              .formatted(request.server(), e.getMessage()),
          e);
    } catch (IOException e) {
      throw new FleetException("the answers cannot be kept for a while: " + e.getMessage(), e);
    }
  }

  /** A query and the column that it fills. */
  private record Query(String column, String series, String text) {}

  private FleetMeasured read(Path folder, FleetRequest files) throws IOException {
    step.accept("asking " + request.server() + " for its metrics");
    String metric = request.metric();
    Chosen chosen = metric == null ? conventions() : expression(metric);
    Path file = folder.resolve("series.json");
    try (BufferedWriter out = Files.newBufferedWriter(file)) {
      out.write("{\"status\":\"success\",\"data\":{\"resultType\":\"matrix\",\"result\":[\n");
      boolean any = false;
      for (Query query : chosen.queries) {
        any |= ask(query, chosen.node, out, any);
      }
      out.write("\n]}}\n");
      if (!any) {
        throw nothing();
      }
    }
    FleetRequest.Asked asked = files.columns();
    FleetMeasured measured =
        FleetReader.read(
            new FleetRequest(
                List.of(file.toString()),
                new FleetRequest.Asked(
                    chosen.metric,
                    chosen.node,
                    null,
                    asked.labels(),
                    asked.load(),
                    chosen.hasStart() ? Figure.START.column() : null),
                files.series(),
                files.writing(),
                FleetRequest.Span.ALL,
                files.engine()));
    return new FleetMeasured(measured.sums(), input(measured.input()), measured.data());
  }

  /**
   * What is asked.
   *
   * @param metric the expression over the columns of the queries
   */
  private record Chosen(List<Query> queries, String node, String metric) {
    boolean hasStart() {
      return queries.stream().anyMatch(query -> query.column().equals(Figure.START.column()));
    }
  }

  private FleetInput input(FleetInput input) {
    FleetInput.Columns columns = input.columns();
    String metric = request.metric();
    List<String> guesses = new ArrayList<>(said);
    guesses.addAll(input.guesses());
    return new FleetInput(
        List.of(request.server() + " {" + request.selector() + "}"),
        "prometheus",
        metric == null
            ? columns
            : new FleetInput.Columns(
                metric,
                columns.node(),
                columns.time(),
                columns.load(),
                columns.start(),
                columns.labels()),
        guesses);
  }

  private FleetException nothing() {
    return new FleetException(
        "%s: no series match {%s} from %s to %s: mend --selector, or ask for another time"
            .formatted(
                request.server(), request.selector(), request.span().from(), request.span().to()));
  }

  private Chosen conventions() {
    if (request.selector().isEmpty()) {
      throw new FleetException(
          "--prometheus needs --selector, as --selector 'job=\"cart\"': all series of a server are"
              + " no fleet");
    }
    Set<String> names = Set.copyOf(values("__name__", "{" + request.selector() + "}"));
    if (names.isEmpty()) {
      throw nothing();
    }
    Convention cpu = null;
    Convention requests = null;
    String node = "";
    List<String> labelsOfCpu = List.of();
    for (Convention one : known(Figure.CPU, names)) {
      List<String> labels = labels(one);
      Convention also = null;
      String common = node(labels, labels);
      for (Convention other : known(Figure.REQUESTS, names)) {
        String both = node(labels, labels(other));
        if (also == null && !both.isEmpty()) {
          also = other;
          common = both;
        }
      }
      boolean better = cpu == null || (requests == null && also != null);
      if (better && !common.isEmpty()) {
        cpu = one;
        requests = also;
        node = common;
        labelsOfCpu = labels;
      }
    }
    if (cpu == null) {
      throw new FleetException(
          "%s: none of the metrics of {%s} is CPU by a known name (cAdvisor, node_exporter, Micrometer, OpenTelemetry): give --metric with PromQL. They are %s"
              .formatted(
                  request.server(),
                  request.selector(),
                  Texts.list(names.stream().sorted().limit(MOST_NAMED).toList())));
    }
    List<Query> queries = new ArrayList<>();
    queries.add(query(cpu, node, labelsOfCpu));
    if (requests == null) {
      said.add("no requests are known by name: CPU is compared without them");
    } else {
      queries.add(query(requests, node, List.of()));
    }
    for (Convention one : known(Figure.START, names)) {
      if (queries.getLast().column().equals(Figure.START.column())) {
        break;
      }
      if (labels(one).contains(node)) {
        queries.add(query(one, node, List.of()));
      }
    }
    return new Chosen(
        queries,
        node,
        requests == null
            ? Figure.CPU.column()
            : Figure.CPU.column() + "/" + Figure.REQUESTS.column());
  }

  private static List<Convention> known(Figure figure, Set<String> names) {
    return Convention.ALL.stream()
        .filter(one -> one.figure() == figure && names.contains(one.metric()))
        .toList();
  }

  private String node(List<String> labels, List<String> others) {
    String asked = request.node();
    if (asked != null) {
      return labels.contains(asked) && others.contains(asked) ? asked : "";
    }
    return Convention.NODES.stream()
        .filter(name -> labels.contains(name) && others.contains(name))
        .findFirst()
        .orElse("");
  }

  private Query query(Convention one, String node, List<String> labels) {
    String series = one.metric() + "{" + request.selector() + one.where() + "}";
    String by =
        node
            + labels.stream()
                .filter(label -> Convention.LABELS.contains(label) && !label.equals(node))
                .map(label -> "," + label)
                .collect(Collectors.joining());
    String figure = one.isCounter() ? "rate(" + series + "[" + rateS() + "s])" : series;
    String text =
        (one.figure() == Figure.START ? "max" : "sum") + " by (" + by + ") (" + figure + ")";
    said.add("%s is %s (%s)".formatted(one.figure().column(), text, one.source()));
    return new Query(one.figure().column(), series, text);
  }

  private long rateS() {
    return Math.max(LEAST_RATE_S, stepS);
  }

  private Chosen expression(String metric) {
    String text = Selectors.into(metric, request.selector());
    said.add("the metric is " + text);
    String node = request.node();
    if (node == null) {
      JsonNode now =
          server
              .post("/api/v1/query", Map.of("query", text, "time", seconds(request.span().to())))
              .path("result");
      Set<String> labels =
          now.valueStream()
              .flatMap(series -> series.path("metric").propertyStream().map(Map.Entry::getKey))
              .collect(Collectors.toSet());
      node =
          Convention.NODES.stream()
              .filter(labels::contains)
              .findFirst()
              .orElseThrow(() ->
                  labels.isEmpty() && now.isEmpty()
                      ? nothing()
                      : new FleetException(
                          "%s: the series of this expression have no label that names a node (%s): keep one, as in sum by (pod) (...), or name it with --node"
                              .formatted(
                                  request.server(),
                                  labels.isEmpty() ? "none" : Texts.list(List.copyOf(labels)))));
    }
    return new Chosen(List.of(new Query(UNNAMED, "", text)), node, UNNAMED);
  }

  private List<String> labels(Convention one) {
    return PrometheusServer.texts(
        server.ask(
            "/api/v1/labels",
            inTime("match[]", one.metric() + "{" + request.selector() + one.where() + "}")));
  }

  private List<String> values(String label, String series) {
    return PrometheusServer.texts(
        server.ask("/api/v1/label/" + label + "/values", inTime("match[]", series)));
  }

  private Map<String, String> inTime(String name, String value) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put(name, value);
    parameters.put("start", seconds(request.span().from()));
    parameters.put("end", seconds(request.span().to()));
    return parameters;
  }

  private static String seconds(Instant time) {
    return Long.toString(time.getEpochSecond());
  }

  /** Asks for all nodes, in parts; returns whether there was any series. */
  private boolean ask(Query query, String node, BufferedWriter out, boolean others)
      throws IOException {
    List<String> nodes = query.series.isEmpty() ? List.of() : values(node, query.series);
    long points = request.span().length().toSeconds() / stepS + 1;
    if (nodes.size() * points <= MOST_POINTS && nodes.size() <= MOST_NODES) {
      step.accept("asking for " + query.column);
      return part(query, node, List.of(), request.span(), out, others);
    }
    int each = Math.clamp(MOST_POINTS / points, 1, MOST_NODES);
    boolean any = others;
    for (int from = 0; from < nodes.size(); from += each) {
      List<String> some = nodes.subList(from, Math.min(nodes.size(), from + each));
      step.accept(
          "asking for %s of node %d to %d of %d"
              .formatted(query.column, from + 1, from + some.size(), nodes.size()));
      any |= part(query, node, some, request.span(), out, any);
    }
    return any;
  }

  private boolean part(
      Query query,
      String node,
      List<String> nodes,
      PrometheusRequest.Span span,
      BufferedWriter out,
      boolean others)
      throws IOException {
    JsonNode result;
    try {
      Map<String, String> parameters = new LinkedHashMap<>();
      parameters.put("query", text(query, node, nodes));
      parameters.put("start", seconds(span.from()));
      parameters.put("end", seconds(span.to()));
      parameters.put("step", Long.toString(stepS));
      result = server.post("/api/v1/query_range", parameters).path("result");
    } catch (PrometheusServer.TooMuch e) {
      return halves(query, node, nodes, span, out, others, e);
    }
    boolean any = others;
    for (JsonNode series : result) {
      if (series.path("metric") instanceof ObjectNode labels) {
        labels.put("__name__", query.column);
        out.write(any ? ",\n" : "");
        out.write(series.toString());
        any = true;
      }
    }
    return any;
  }

  /** The same as two smaller queries. */
  private boolean halves(
      Query query,
      String node,
      List<String> nodes,
      PrometheusRequest.Span span,
      BufferedWriter out,
      boolean others,
      PrometheusServer.TooMuch why)
      throws IOException {
    if (nodes.size() > 1) {
      int half = nodes.size() / 2;
      boolean any = part(query, node, nodes.subList(0, half), span, out, others);
      return part(query, node, nodes.subList(half, nodes.size()), span, out, any);
    }
    long steps = span.length().toSeconds() / stepS;
    if (steps < 2) {
      throw why;
    }
    Instant middle = span.from().plus(Duration.ofSeconds(steps / 2 * stepS));
    boolean any =
        part(query, node, nodes, new PrometheusRequest.Span(span.from(), middle), out, others);
    return part(
        query,
        node,
        nodes,
        new PrometheusRequest.Span(middle.plusSeconds(stepS), span.to()),
        out,
        any);
  }

  private static String text(Query query, String node, List<String> nodes) {
    return nodes.isEmpty()
        ? query.text
        : Selectors.into(
            query.text,
            node
                + "=~\""
                + nodes.stream()
                    .map(name -> SPECIAL.matcher(name).replaceAll("\\\\$0"))
                    .map(name -> name.replace("\\", "\\\\").replace("\"", "\\\""))
                    .collect(Collectors.joining("|"))
                + "\"");
  }
}
