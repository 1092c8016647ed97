package dev.foliot.study.jar;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** A program that takes Spring Boot's words, and is well or ill as its first word says. */
public final class MadeUpService {
  private static final String PORT = "--server.port=";
  private static final String MAPPED =
      """
      {"contexts": {"application": {"mappings": {"dispatcherServlets": {"dispatcherServlet": [
        {"details": {"requestMappingConditions": {"methods": ["GET"], "patterns": ["/orders/{id}"]}}},
        {"details": {"requestMappingConditions": {"methods": [], "patterns": ["/items"]}}},
        {"details": {"requestMappingConditions": {"methods": ["POST"], "patterns": ["/pay"]}}},
        {"details": {"requestMappingConditions": {"methods": ["GET"], "patterns": ["/broken"]}}},
        {"details": {"requestMappingConditions": {"methods": ["GET"], "patterns": ["/events"]}}},
        {"details": {"requestMappingConditions": {"methods": [], "patterns": ["/error"]}}},
        {"details": {"requestMappingConditions": {"methods": [], "patterns": ["/shop/error"]}}},
        {"details": null}
      ]}}}}}
      """;
  private static final String DOCUMENTED =
      """
      {"openapi": "3.1.0", "paths": {"/orders/{id}": {"get": {}}, "/pay": {"post": {}}}}
      """;
  private static final PrintStream OUT = System.out;

  private MadeUpService() {}

  /** Serves until it is ended. */
  public static void main(String[] args) throws IOException {
    String kind = args[0];
    if (kind.equals("ends")) {
      OUT.println("Failed to configure a DataSource");
      Runtime.getRuntime().halt(1);
    }
    int port =
        kind.equals("elsewhere")
            ? 0
            : Arrays.stream(args)
                .filter(word -> word.startsWith(PORT))
                .mapToInt(word -> Integer.parseInt(word.substring(PORT.length())))
                .findFirst()
                .orElseThrow();
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
    Map<String, String> pages = new LinkedHashMap<>();
    switch (kind) {
      case "mapped" -> {
        pages.put("/actuator/health", "{\"status\":\"UP\"}");
        pages.put("/actuator/mappings", MAPPED);
        pages.put("/orders/1", "order");
        pages.put("/items", "items");
        pages.put("/events", "data: 1");
        pages.put("/pay", "paid");
      }
      case "below" -> {
        pages.put("/shop/actuator/health", "{\"status\":\"UP\"}");
        pages.put("/shop/actuator/mappings", MAPPED);
        pages.put("/shop/orders/1", "order");
        pages.put("/shop/error", "error");
        pages.put("/shop/items", "items");
      }
      case "served" -> {
        pages.put(
            "/v3/api-docs",
            DOCUMENTED.replace(
                "{\"openapi\"", "{\"servers\": [{\"url\": \"http://a:1/base/\"}], \"openapi\""));
        pages.put("/base/orders/1", "order");
      }
      case "documented" -> {
        pages.put("/v3/api-docs", DOCUMENTED);
        pages.put("/orders/1", "order");
      }
      case "bare" -> pages.put("/", "root");
      default -> {}
    }
    server.createContext("/", exchange -> answer(exchange, kind, pages));
    OUT.println("serves at " + server.getAddress().getPort());
    server.start();
  }

  private static void answer(HttpExchange exchange, String kind, Map<String, String> pages)
      throws IOException {
    String path = exchange.getRequestURI().getPath();
    String page = pages.get(path);
    boolean isIll = kind.equals("ill") && path.equals("/actuator/health");
    if (isIll) {
      OUT.println("asked");
    }
    byte[] body =
        (isIll ? "{\"status\":\"DOWN\"}" : page == null ? "none" : page)
            .getBytes(StandardCharsets.UTF_8);
    if (path.equals("/events")) {
      exchange.getResponseHeaders().set("content-type", "text/event-stream");
    }
    exchange.sendResponseHeaders(
        isIll ? 503 : path.equals("/broken") ? 500 : page == null ? 404 : 200, body.length);
    exchange.getResponseBody().write(body);
    exchange.close();
  }
}
