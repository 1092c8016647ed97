package dev.foliot.report;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.WebSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A headless Chromium, where one is installed, with one tab in which pages are opened in turn.
 *
 * <p>It is driven by the DevTools protocol [1], so that it is started once for all pages. For one
 * thread.
 *
 * <p>[1] https://chromedevtools.github.io/devtools-protocol/
 */
final class Browser {
  private static final long LONGEST_S = 60;
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome");
  private static final JsonMapper JSON = JsonMapper.shared();

  private final Process process;
  private final Path folder;
  private final WebSocket socket;
  private final BlockingQueue<JsonNode> received;
  private final List<JsonNode> events = new ArrayList<>();
  private final String session;
  private int lastId;

  private Browser(Process process, Path folder, URI address) {
    this.process = process;
    this.folder = folder;
    this.received = new LinkedBlockingQueue<>();
    this.socket =
        HttpClient.newHttpClient().newWebSocketBuilder().buildAsync(address, listener()).join();
    String tab =
        call("", "Target.createTarget", Map.of("url", "about:blank")).path("targetId").asString();
    this.session =
        call("", "Target.attachToTarget", Map.of("targetId", tab, "flatten", true))
            .path("sessionId")
            .asString();
    for (String domain : List.of("Page", "Runtime", "Log")) {
      call(session, domain + ".enable", Map.of());
    }
  }

  /**
   * Starts one that is on the path.
   *
   * @param folder where it may write
   */
  static Optional<Browser> start(Path folder) throws IOException, InterruptedException {
    String path = System.getenv("PATH");
    Optional<Path> program =
        Stream.of((path == null ? "" : path).split(":"))
            .filter(dir -> !dir.isEmpty())
            .flatMap(dir -> NAMES.stream().map(name -> Path.of(dir, name)))
            .filter(Files::isExecutable)
            .findFirst();
    if (program.isEmpty()) {
      return Optional.empty();
    }
    Path profile = folder.resolve("profile");
    Process process =
        new ProcessBuilder(
                program.get().toString(),
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--no-first-run",
                "--user-data-dir=" + profile,
                "--remote-debugging-port=0",
                "about:blank")
            .redirectErrorStream(true)
            .redirectOutput(folder.resolve("browser.log").toFile())
            .start();
    return Optional.of(new Browser(process, folder, address(process, profile)));
  }

  /** It writes where it listens into its profile. */
  private static URI address(Process process, Path profile)
      throws IOException, InterruptedException {
    Path written = profile.resolve("DevToolsActivePort");
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_S);
    while (process.isAlive() && System.nanoTime() < end) {
      List<String> lines = Files.exists(written) ? Files.readAllLines(written) : List.of();
      if (lines.size() == 2) {
        return URI.create("ws://127.0.0.1:" + lines.get(0) + lines.get(1));
      }
      Thread.sleep(20);
    }
    process.destroyForcibly();
    throw new AssertionError("the browser does not listen");
  }

  private WebSocket.Listener listener() {
    return new WebSocket.Listener() {
      private final StringBuilder message = new StringBuilder();

      @Override
      public @Nullable CompletionStage<?> onText(WebSocket from, CharSequence part, boolean last) {
        message.append(part);
        if (last) {
          received.add(JSON.readTree(message.toString()));
          message.setLength(0);
        }
        from.request(1);
        return null;
      }
    };
  }

  private JsonNode call(String target, String method, Map<String, ?> parameters) {
    int id = ++lastId;
    Map<String, Object> message =
        target.isEmpty()
            ? Map.of("id", id, "method", method, "params", parameters)
            : Map.of("id", id, "method", method, "params", parameters, "sessionId", target);
    socket.sendText(JSON.writeValueAsString(message), true).join();
    while (true) {
      JsonNode answer = next(method);
      if (answer.path("id").asInt(0) != id) {
        events.add(answer);
      } else if (answer.has("error")) {
        throw new AssertionError(method + ": " + answer.path("error"));
      } else {
        return answer.path("result");
      }
    }
  }

  private JsonNode next(String awaited) {
    try {
      JsonNode message = received.poll(LONGEST_S, TimeUnit.SECONDS);
      if (message == null) {
        throw new AssertionError("no answer within " + LONGEST_S + " s to " + awaited);
      }
      return message;
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  /** Opens a page on a wide screen and waits until its scripts ran. */
  void open(String html) throws IOException {
    resize(1280, 900);
    call(session, "Page.navigate", Map.of("url", "about:blank"));
    Path page = folder.resolve("page.html");
    Files.writeString(page, html);
    go(page.toUri());
  }

  /** Opens what is at an address, and waits until its scripts ran. */
  void go(URI address) {
    events.clear();
    call(session, "Page.navigate", Map.of("url", address.toString()));
    while (!"complete"
        .equals(
            run(
                "document.readyState + (location.protocol === '%s:' ? '' : '…')"
                    .formatted(address.getScheme())))) {
      events.add(next("Page.navigate"));
    }
  }

  /** Waits until a script in the page is true. */
  void await(String script) {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LONGEST_S);
    while (!"true".equals(run("String(" + script + ")"))) {
      if (System.nanoTime() > end) {
        throw new AssertionError("never true: " + script + " in " + dom());
      }
      if (received.peek() != null) {
        events.add(next(script));
      }
    }
  }

  /** Gives the page another size. */
  void resize(int width, int height) {
    call(
        session,
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  /** Runs a script in the page, as if it were the page's own, and returns what it returns. */
  String run(String script) {
    JsonNode answer =
        call(session, "Runtime.evaluate", Map.of("expression", script, "returnByValue", true));
    if (answer.has("exceptionDetails")) {
      throw new AssertionError(answer.path("exceptionDetails").toString());
    }
    return answer.path("result").path("value").asString("");
  }

  /** The page as it is now. */
  String dom() {
    return run("document.documentElement.outerHTML");
  }

  /** What was said on the page's console, errors and refusals of its policy included. */
  List<String> console() {
    return events.stream()
        .filter(event ->
            List.of("Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded")
                .contains(event.path("method").asString("")))
        .map(JsonNode::toString)
        .toList();
  }

  void stop() throws InterruptedException {
    socket.abort();
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
    process.waitFor(LONGEST_S, TimeUnit.SECONDS);
  }
}
