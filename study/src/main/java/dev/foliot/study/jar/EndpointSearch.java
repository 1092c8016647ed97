package dev.foliot.study.jar;

import dev.foliot.bench.NanoClock;
import dev.foliot.linux.process.LogEnd;
import dev.foliot.service.run.RunningArm;
import dev.foliot.store.Json;
import dev.foliot.study.framework.Probes;
import dev.foliot.study.framework.Probes.Listing;
import dev.foliot.study.framework.ServiceApp;
import dev.foliot.study.jar.JarEndpoints.Source;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Numbers;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Asks a running service what it serves. For one thread.
 *
 * <p>It may serve below a context path. Those that its configuration names are tried, and the one
 * whose health check answers comes first.
 */
final class EndpointSearch implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);
  private static final long LOOK_NS = 100_000_000;
  private static final int MOST_REQUESTS = 20;
  private static final int MOST_SHOWN = 4;
  private static final int MOST_BYTES = 4 << 20;
  private static final int NOT_FOUND = 404;

  private final HttpClient client =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(PATIENCE)
          .proxy(HttpClient.Builder.NO_PROXY)
          .build();
  private final ServiceApp app;
  private final Probes probes;
  private final int port;
  private final Set<String> contexts;
  private String health = "";

  EndpointSearch(ServiceApp app, int port) {
    this.app = app;
    this.probes = app.probes();
    this.port = port;
    this.contexts = new LinkedHashSet<>(probes.contexts());
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

  /**
   * Searches its health check, and waits while that answers that it is not yet well.
   *
   * @throws FoliotException if it does not get well
   */
  void awaitHealth(RunningArm arm, Path log, NanoClock clock, long deadlineNs)
      throws InterruptedException {
    for (String context : List.copyOf(contexts)) {
      for (String path : probes.health()) {
        if (isHealthy(context + path, arm, log, clock, deadlineNs)) {
          health = context + path;
          List<String> others = List.copyOf(contexts);
          contexts.clear();
          contexts.add(context);
          contexts.addAll(others);
          return;
        }
      }
    }
  }

  private boolean isHealthy(String path, RunningArm arm, Path log, NanoClock clock, long deadlineNs)
      throws InterruptedException {
    Answer answer = ask(JarEndpoint.get(path));
    while (answer.status() >= 500) {
      if (clock.nanoTime() - deadlineNs > 0) {
        throw FoliotException.environment(
            app.name()
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

  /**
   * Those that the user names, else those that it lists, else its root.
   *
   * @throws FoliotException if one that is named, or all others, cannot be measured
   */
  JarEndpoints endpoints(List<JarEndpoint> told) throws InterruptedException {
    Map<JarEndpoint, Answer> refused = new LinkedHashMap<>();
    if (!told.isEmpty()) {
      List<JarEndpoint> answered = new ArrayList<>();
      for (JarEndpoint request : told) {
        answered(asNamed(request), refused).ifPresent(answered::add);
      }
      if (answered.size() < told.size()) {
        throw FoliotException.usage(
            "--endpoint: " + words(refused) + ": name one that it answers with 200 to 299");
      }
      return of(answered, Source.ASKED);
    }
    for (Listing listing : probes.listings()) {
      for (String context : List.copyOf(contexts)) {
        List<JarEndpoint> listed = listed(listing, context, refused);
        if (!listed.isEmpty()) {
          return of(listed, Source.listed(context + withoutQuery(listing.path())));
        }
      }
    }
    for (String context : contexts) {
      Optional<JarEndpoint> root = answered(List.of(JarEndpoint.get(context + "/")), refused);
      if (root.isPresent()) {
        return of(List.of(root.get()), Source.ROOT);
      }
    }
    throw FoliotException.usage(
        app.name()
            + " has no endpoint that a GET alone reaches ("
            + words(refused)
            + "): name one, as in --endpoint /orders/1");
  }

  private JarEndpoints of(List<JarEndpoint> requests, Source source) {
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

  private static String withoutQuery(String path) {
    return path.replaceFirst("\\?.*", "");
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

  /** A request as it is named, and then below each context path. */
  private List<JarEndpoint> asNamed(JarEndpoint request) {
    return Stream.concat(Stream.of(""), contexts.stream())
        .distinct()
        .filter(context -> context.isEmpty() || !isBelow(context, request.path()))
        .map(request::below)
        .toList();
  }

  private static boolean isBelow(String context, String path) {
    return path.equals(context) || path.startsWith(context + "/");
  }

  /** What a list has that a GET reaches. */
  private List<JarEndpoint> listed(
      Listing listing, String context, Map<JarEndpoint, Answer> refused)
      throws InterruptedException {
    Map<?, ?> json = json(context + listing.path());
    List<JarEndpoint> answered = new ArrayList<>();
    for (String path : usable(ListedPaths.in(json, listing.form()))) {
      List<JarEndpoint> forms =
          Stream.of(Stream.of(context), ListedPaths.servers(json).stream(), Stream.of(""))
              .flatMap(one -> one)
              .distinct()
              .filter(before -> before.isEmpty() || !isBelow(before, path))
              .map(before -> JarEndpoint.get(before + path))
              .toList();
      answered(forms, refused).ifPresent(answered::add);
    }
    return answered;
  }

  /** Whether it is the framework's, with or without a context path. */
  private boolean isOther(String path) {
    return Stream.concat(Stream.of(""), contexts.stream())
        .anyMatch(context ->
            probes.others().stream().anyMatch(other -> path.startsWith(context + other)));
  }

  /** Those of the program itself; a variable in a path becomes 1. */
  private List<String> usable(Set<String> paths) {
    return paths.stream()
        .filter(path -> path.startsWith("/"))
        .filter(path -> !isOther(path))
        .map(path -> path.replaceAll("\\{[A-Za-z0-9_]+}", "1"))
        .filter(path -> path.chars().noneMatch(c -> "{}*?$ ".indexOf(c) >= 0))
        .distinct()
        .limit(MOST_REQUESTS)
        .toList();
  }

  /**
   * The first of some forms of a request that is answered; a form that is not found is no answer.
   */
  private Optional<JarEndpoint> answered(List<JarEndpoint> forms, Map<JarEndpoint, Answer> refused)
      throws InterruptedException {
    Answer first = null;
    for (JarEndpoint form : forms) {
      Answer answer = ask(form.example());
      if (answer.isMeasurable()) {
        return Optional.of(form);
      }
      if (first == null || first.status() == NOT_FOUND) {
        first = answer;
        refused.put(forms.getFirst(), answer);
      }
      if (answer.status() != NOT_FOUND) {
        return Optional.empty();
      }
    }
    return Optional.empty();
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
      HttpResponse<InputStream> answer = client.send(builder.build(), BodyHandlers.ofInputStream());
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

  @Override
  public void close() {
    client.shutdownNow();
  }
}
