package dev.foliot.fleet.prometheus;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A server on loopback that answers as Prometheus does: a fleet of 40 pods, of which every fourth
 * takes 1.6 times the CPU for each request since the last quarter of any time that is asked for.
 */
final class FakePrometheus implements AutoCloseable {
  private static final int PODS = 40;
  private static final Pattern NODES = Pattern.compile("pod=~\"([^\"]*)\"");

  private final HttpServer server;
  final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  final Deque<Integer> failures = new ArrayDeque<>();
  final Map<String, String> headers = new LinkedHashMap<>();
  List<String> metrics =
      List.of(
          "process_cpu_seconds_total",
          "http_server_requests_seconds_count",
          "process_start_time_seconds",
          "up");
  long mostPoints = Long.MAX_VALUE;
  String prefix = "";

  FakePrometheus() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.createContext("/", this::answer);
    server.start();
  }

  URI url() {
    return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
  }

  private void answer(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    String query = exchange.getRequestURI().getRawQuery();
    Map<String, String> form = form(body.isEmpty() ? query : body);
    String path = exchange.getRequestURI().getPath();
    asked.add(path + " " + form);
    for (String name : List.of("Authorization", "X-Scope-OrgID")) {
      String value = exchange.getRequestHeaders().getFirst(name);
      if (value != null) {
        headers.put(name, value);
      }
    }
    Integer failure = failures.poll();
    if (failure != null) {
      send(exchange, failure, "busy");
    } else if (!path.startsWith(prefix + "/api/v1/")) {
      send(exchange, 404, "404 page not found");
    } else {
      api(exchange, path.substring(prefix.length() + "/api/v1/".length()), form);
    }
  }

  private void api(HttpExchange exchange, String call, Map<String, String> form)
      throws IOException {
    boolean cart = form.toString().contains("job=\"cart\"");
    switch (call) {
      case "label/__name__/values" -> ok(exchange, texts(cart ? metrics : List.of()));
      case "label/pod/values" -> ok(exchange, texts(pods()));
      case "labels" ->
          ok(exchange, texts(List.of("__name__", "instance", "job", "pod", "uri", "zone")));
      case "query" ->
          ok(
              exchange,
              "{\"resultType\":\"vector\",\"result\":["
                  + (cart ? "{\"metric\":{\"pod\":\"p\"},\"value\":[1,\"1\"]}" : "")
                  + "]}");
      case "query_range" -> range(exchange, form, cart);
      default -> send(exchange, 404, "404 page not found");
    }
  }

  private void range(HttpExchange exchange, Map<String, String> form, boolean cart)
      throws IOException {
    String query = form.getOrDefault("query", "");
    long from = Long.parseLong(form.getOrDefault("start", "0"));
    long to = Long.parseLong(form.getOrDefault("end", "0"));
    long step = Long.parseLong(form.getOrDefault("step", "0"));
    Matcher some = NODES.matcher(query);
    List<String> pods =
        some.find()
            ? List.of(some.group(1).replace("\\\\", "").split("\\|"))
            : cart ? pods() : List.of();
    if (pods.size() * ((to - from) / step + 1) > mostPoints) {
      send(
          exchange,
          422,
          "{\"status\":\"error\",\"errorType\":\"execution\",\"error\":\"query processing would"
              + " load too many samples into memory in query execution\"}");
      return;
    }
    StringBuilder series = new StringBuilder();
    for (String pod : pods) {
      int number = Integer.parseInt(pod.substring("cart.".length()));
      series.append(series.isEmpty() ? "" : ",").append("{\"metric\":{\"pod\":\"").append(pod);
      if (query.contains("cpu")) {
        series.append("\",\"zone\":\"z").append(number % 2);
      }
      series.append("\"},\"values\":[");
      for (long time = from; time <= to; time += step) {
        series
            .append(time == from ? "" : ",")
            .append("[")
            .append(time)
            .append(",\"")
            .append(String.format(Locale.ROOT, "%.5f", value(query, number, time)))
            .append("\"]");
      }
      series.append("]}");
    }
    ok(exchange, "{\"resultType\":\"matrix\",\"result\":[" + series + "]}");
  }

  static final long LAST = 1_790_086_400;

  private static double value(String query, int number, long time) {
    double noise = 0.03 * Math.sin(time * 0.7 + number * 1.3);
    double load = 100 * (1 + 0.3 * Math.sin(time / 13_751.0)) * (1 + noise / 3);
    if (query.contains("process_start_time_seconds")) {
      return 1_780_000_000;
    }
    boolean slow = number % 4 == 0 && time >= LAST - 6 * 3_600;
    double cost = 0.012 * (1 + 0.002 * (number % 7)) * (1 + noise) * (slow ? 1.6 : 1);
    boolean ratio = query.contains("/");
    return ratio ? cost : query.contains("cpu") ? cost * load : load;
  }

  private static List<String> pods() {
    List<String> pods = new ArrayList<>();
    for (int i = 0; i < PODS; i++) {
      pods.add("cart." + i);
    }
    return pods;
  }

  private static String texts(List<String> texts) {
    return "[" + String.join(",", texts.stream().map(text -> "\"" + text + "\"").toList()) + "]";
  }

  private static void ok(HttpExchange exchange, String data) throws IOException {
    send(exchange, 200, "{\"status\":\"success\",\"data\":" + data + "}");
  }

  private static void send(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  private static Map<String, String> form(String text) {
    Map<String, String> form = new LinkedHashMap<>();
    for (String pair : text == null ? new String[0] : text.split("&")) {
      int equals = pair.indexOf('=');
      form.put(
          URLDecoder.decode(pair.substring(0, equals), StandardCharsets.UTF_8),
          URLDecoder.decode(pair.substring(equals + 1), StandardCharsets.UTF_8));
    }
    return form;
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
