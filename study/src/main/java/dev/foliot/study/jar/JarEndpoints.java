package dev.foliot.study.jar;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.process.LogEnd;
import dev.foliot.service.run.ArmCommand;
import dev.foliot.service.run.ArmException;
import dev.foliot.service.run.Ports;
import dev.foliot.service.run.RunningArm;
import dev.foliot.store.Json;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a service answers, found by starting it once. Only GET is sent unless the user names another
 * method.
 *
 * @param health a path that answers 200 to 299 when the service is ready
 * @param requests to measure, at least one; each was answered
 * @param source where they are from
 */
public record JarEndpoints(String health, List<JarEndpoint> requests, Source source) {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long LOOK_NS = 100_000_000;
  private static final long STOP_NS = 10_000_000_000L;
  private static final int MOST_REQUESTS = 20;
  private static final int MOST_SHOWN = 4;
  private static final int MOST_BYTES = 4 << 20;
  private static final List<String> HEALTH = List.of("/actuator/health", "/health");
  private static final String MAPPINGS = "/actuator/mappings";
  private static final String OPEN_API = "/v3/api-docs";

  /** For this start only: an actuator shows what it maps. */
  private static final String SHOWN = "--management.endpoints.web.exposure.include=health,mappings";

  /** What a server or a library maps by itself. */
  private static final List<String> NOT_THE_PROGRAM =
      List.of("/error", "/actuator", OPEN_API, "/swagger", "/webjars");

  /** Where endpoints are from. */
  public enum Source {
    /** The user named them. */
    ASKED("as asked"),
    /** The actuator lists them. */
    ACTUATOR("found by " + MAPPINGS),
    /** An OpenAPI document lists them. */
    DOCUMENTED("found by " + OPEN_API),
    /** Nothing lists any that a GET reaches. */
    ROOT("not listed by an actuator or OpenAPI, so the root");

    private final String words;

    Source(String words) {
      this.words = words;
    }

    /** For people. */
    public String words() {
      return words;
    }
  }

  /** Keeps a copy. */
  public JarEndpoints {
    requests = List.copyOf(requests);
  }

  /**
   * Starts the service on a free port, asks it, and stops it.
   *
   * @param told what the user named; empty to search
   * @param log takes the output of the service
   * @param readyWithinNs how long it may take to get ready
   * @throws FoliotException if it does not get ready, or answers nothing that can be measured
   */
  public static JarEndpoints of(
      JarStart start, List<JarEndpoint> told, Path log, long readyWithinNs)
      throws InterruptedException {
    NanoClock clock = NanoClock.system();
    int port = Ports.free();
    List<String> words =
        start.words(start.jdk().java().toString(), Integer.toString(port), JarDownstream::system);
    words.add(SHOWN);
    ArmCommand command =
        new ArmCommand(
            start.app().name(),
            words,
            start.folder(),
            Map.of(),
            null,
            OptionalDouble.empty(),
            OptionalLong.empty(),
            null);
    long deadlineNs = clock.nanoTime() + readyWithinNs;
    HttpClient client = client();
    try (RunningArm arm = RunningArm.launch(command, log, STOP_NS, clock)) {
      arm.awaitListening(
          new InetSocketAddress(InetAddress.getLoopbackAddress(), port), readyWithinNs);
      Asking asking = new Asking(client, port, start.app().name());
      String health = "";
      for (String path : HEALTH) {
        if (health.isEmpty() && asking.isHealthy(path, arm, log, clock, deadlineNs)) {
          health = path;
        }
      }
      return asking.endpoints(told, health);
    } catch (ArmException e) {
      throw FoliotException.environment(
          start.app().name()
              + ": "
              + e.what()
              + (e.fault() == ArmException.Fault.NEVER_HEALTHY
                  ? ". A program that chooses its port itself needs a study file with its port"
                  : ""));
    } finally {
      client.shutdownNow();
    }
  }

  private static HttpClient client() {
    return HttpClient.newBuilder()
        .version(HttpClient.Version.HTTP_1_1)
        .connectTimeout(PATIENCE)
        .proxy(HttpClient.Builder.NO_PROXY)
        .build();
  }

  /** For people: {@code GET /orders, GET /items (found by /actuator/mappings)}. */
  public String words() {
    String some =
        requests.stream()
            .limit(MOST_SHOWN)
            .map(JarEndpoint::words)
            .collect(Collectors.joining(", "));
    int more = requests.size() - MOST_SHOWN;
    return some + (more > 0 ? " and " + more + " more" : "") + " (" + source.words + ")";
  }

  /**
   * An answer.
   *
   * @param status 0 without one
   * @param why there is none
   * @param type of the content
   * @param body its beginning
   */
  private record Answer(int status, String why, String type, String body) {
    private boolean isOk() {
      return status / 100 == 2;
    }

    /** Whether it ends by itself: a stream of events does not. */
    private boolean isMeasurable() {
      return isOk() && !type.startsWith("text/event-stream");
    }

    private String words() {
      return status == 0 ? why : isOk() ? "answers with a stream of events" : "answers " + status;
    }
  }

  /** Asks a running service. */
  private record Asking(HttpClient client, int port, String name) {
    /** Waits while it answers that it is not yet well; whether it has such a path at all. */
    private boolean isHealthy(
        String path, RunningArm arm, Path log, NanoClock clock, long deadlineNs)
        throws InterruptedException {
      Answer answer = ask(JarEndpoint.get(path));
      while (answer.status() >= 500) {
        if (clock.nanoTime() - deadlineNs > 0) {
          throw FoliotException.environment(
              name
                  + " does not get well: "
                  + path
                  + " answers "
                  + answer.status()
                  + " ("
                  + Shown.text(answer.body())
                  + "): start what it needs, or tell it by --app-arg to do without"
                  + LogEnd.of(log));
        }
        if (arm.hasEndedWithin(LOOK_NS)) {
          arm.check();
        }
        answer = ask(JarEndpoint.get(path));
      }
      return answer.isOk();
    }

    private JarEndpoints endpoints(List<JarEndpoint> told, String health)
        throws InterruptedException {
      Map<JarEndpoint, Answer> refused = new LinkedHashMap<>();
      if (!told.isEmpty()) {
        List<JarEndpoint> answered = answered(told, refused);
        if (answered.size() < told.size()) {
          throw FoliotException.usage(
              "--endpoint: " + words(refused) + ": name one that it answers with 200 to 299");
        }
        return of(health, answered, Source.ASKED);
      }
      List<JarEndpoint> mapped = answered(mapped(), refused);
      if (!mapped.isEmpty()) {
        return of(health, mapped, Source.ACTUATOR);
      }
      List<JarEndpoint> documented = answered(documented(), refused);
      if (!documented.isEmpty()) {
        return of(health, documented, Source.DOCUMENTED);
      }
      List<JarEndpoint> root = answered(List.of(JarEndpoint.get("/")), refused);
      if (root.isEmpty()) {
        throw FoliotException.usage(
            name
                + " has no endpoint that a GET alone reaches ("
                + words(refused)
                + "): name one, as in --endpoint /orders/1");
      }
      return of(health, root, Source.ROOT);
    }

    private static JarEndpoints of(String health, List<JarEndpoint> requests, Source source) {
      return new JarEndpoints(
          health.isEmpty()
              ? requests.stream()
                  .filter(request -> request.method().equals("GET"))
                  .findFirst()
                  .map(request -> request.example().path())
                  .orElse("/")
              : health,
          requests,
          source);
    }

    private static String words(Map<JarEndpoint, Answer> refused) {
      List<String> all =
          refused.entrySet().stream()
              .map(one -> one.getKey().words() + " " + one.getValue().words())
              .toList();
      int more = all.size() - MOST_SHOWN;
      return String.join(", ", all.subList(0, Math.min(MOST_SHOWN, all.size())))
          + (more > 0 ? " and " + Numbers.count(more, "other") : "");
    }

    /** What the actuator maps and a GET reaches. */
    private List<JarEndpoint> mapped() throws InterruptedException {
      Set<String> paths = new TreeSet<>();
      collect(json(MAPPINGS), paths);
      return usable(paths);
    }

    /** Walks to {@code requestMappingConditions}, wherever the kind of server has them. */
    private static void collect(Object node, Set<String> paths) {
      switch (node) {
        case Map<?, ?> map -> {
          if (map.get("requestMappingConditions") instanceof Map<?, ?> conditions
              && conditions.get("methods") instanceof List<?> methods
              && conditions.get("patterns") instanceof List<?> patterns
              && (methods.isEmpty() || methods.contains("GET"))) {
            patterns.forEach(pattern -> paths.add(String.valueOf(pattern)));
          }
          map.values().stream().filter(value -> value != null).forEach(v -> collect(v, paths));
        }
        case List<?> list ->
            list.stream().filter(value -> value != null).forEach(v -> collect(v, paths));
        default -> {}
      }
    }

    private List<JarEndpoint> documented() throws InterruptedException {
      Set<String> gets = new TreeSet<>();
      if (json(OPEN_API).get("paths") instanceof Map<?, ?> paths) {
        paths.forEach((path, methods) -> {
          if (methods instanceof Map<?, ?> map && map.containsKey("get")) {
            gets.add(String.valueOf(path));
          }
        });
      }
      return usable(gets);
    }

    /** Those of the program itself; a variable in a path becomes 1. */
    private static List<JarEndpoint> usable(Set<String> paths) {
      return paths.stream()
          .filter(path -> path.startsWith("/"))
          .filter(path -> NOT_THE_PROGRAM.stream().noneMatch(path::startsWith))
          .map(path -> path.replaceAll("\\{[A-Za-z0-9_]+}", "1"))
          .filter(path -> path.chars().noneMatch(c -> "{}*?$ ".indexOf(c) >= 0))
          .distinct()
          .limit(MOST_REQUESTS)
          .map(JarEndpoint::get)
          .toList();
    }

    private List<JarEndpoint> answered(List<JarEndpoint> requests, Map<JarEndpoint, Answer> refused)
        throws InterruptedException {
      List<JarEndpoint> answered = new ArrayList<>();
      for (JarEndpoint request : requests) {
        Answer answer = ask(request.example());
        if (answer.isMeasurable()) {
          answered.add(request);
        } else {
          refused.put(request, answer);
        }
      }
      return answered;
    }

    private Map<?, ?> json(String path) throws InterruptedException {
      Answer answer = ask(JarEndpoint.get(path));
      return answer.isOk()
          ? Json.parse(answer.body(), Map.class).map(map -> (Map<?, ?>) map).orElse(Map.of())
          : Map.of();
    }

    private Answer ask(JarEndpoint request) throws InterruptedException {
      try {
        HttpRequest.Builder builder =
            HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + request.path()))
                .timeout(PATIENCE)
                .method(
                    request.method(),
                    request.body().isEmpty()
                        ? BodyPublishers.noBody()
                        : BodyPublishers.ofString(request.body()));
        if (request.isJson()) {
          builder.header("content-type", "application/json");
        }
        HttpResponse<InputStream> answer =
            client.send(builder.build(), BodyHandlers.ofInputStream());
        String type = answer.headers().firstValue("content-type").orElse("");
        try (InputStream body = answer.body()) {
          return new Answer(
              answer.statusCode(),
              "",
              type,
              type.startsWith("text/event-stream")
                  ? ""
                  : new String(body.readNBytes(MOST_BYTES), StandardCharsets.UTF_8));
        }
      } catch (IOException e) {
        return new Answer(0, "is not answered (" + Shown.text(e.getMessage()) + ")", "", "");
      } catch (IllegalArgumentException e) {
        return new Answer(0, "is no path of a URL", "", "");
      }
    }
  }
}
