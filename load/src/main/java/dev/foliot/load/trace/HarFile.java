package dev.foliot.load.trace;

import dev.foliot.load.trace.RecordedRequest.Header;
import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.TokenStreamLocation;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The requests of an HTTP archive (HAR 1.2), as browsers save it. It is read once, from its
 * beginning to its end, and bodies of answers are skipped. For one thread.
 */
public final class HarFile {
  /** An entry is read from the middle of the file. */
  private static final JsonMapper MAPPER =
      JsonMapper.builder().disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build();

  private final Path file;
  private final JsonParser parser;
  private final Consumer<RecordedRequest> sink;
  private boolean hasEntries;

  private HarFile(Path file, JsonParser parser, Consumer<RecordedRequest> sink) {
    this.file = file;
    this.parser = parser;
    this.sink = sink;
  }

  /**
   * Reads a file.
   *
   * @param sink takes each request, in the order of the file
   * @throws FoliotException if it is no such file, with the line and the remedy
   */
  public static void read(Path file, Consumer<RecordedRequest> sink) {
    try (InputStream in = Files.newInputStream(file);
        JsonParser parser = MAPPER.createParser(in)) {
      new HarFile(file, parser, sink).read();
    } catch (JacksonException e) {
      TokenStreamLocation at = e.getLocation();
      throw refusal(
          file,
          at == null ? 1 : Math.max(1, at.getLineNr()),
          "this is no JSON (" + Shown.text(e.getOriginalMessage(), 200) + ")");
    } catch (IOException e) {
      throw FoliotException.usage(
          Shown.text(file.toString()) + " cannot be read: give a HAR file that is readable");
    }
  }

  private static FoliotException refusal(Path file, int line, String why) {
    return FoliotException.usage(
        Shown.text(file.toString())
            + ":"
            + line
            + ": "
            + why
            + "; save the HAR file again, in the network view of a browser");
  }

  private void read() {
    if (parser.nextToken() != JsonToken.START_OBJECT) {
      throw refusal(file, 1, "there is no object with 'log'");
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isLog = parser.currentName().equals("log");
      if (isLog && parser.nextToken() == JsonToken.START_OBJECT) {
        log();
      } else if (isLog) {
        throw refusal(file, line(), "'log' is no object");
      } else {
        parser.nextToken();
        parser.skipChildren();
      }
    }
    if (!hasEntries) {
      throw refusal(file, line(), "there is no 'log' with 'entries'");
    }
  }

  private void log() {
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isEntries = parser.currentName().equals("entries");
      JsonToken value = parser.nextToken();
      if (!isEntries) {
        parser.skipChildren();
        continue;
      }
      if (value != JsonToken.START_ARRAY) {
        throw refusal(file, line(), "'entries' is no list");
      }
      hasEntries = true;
      while (parser.nextToken() == JsonToken.START_OBJECT) {
        entry();
      }
    }
  }

  private int line() {
    return parser.currentTokenLocation().getLineNr();
  }

  private void entry() {
    int line = line();
    String startedAt = null;
    JsonNode request = null;
    int status = 0;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      String name = parser.currentName();
      JsonToken value = parser.nextToken();
      if (name.equals("startedDateTime")) {
        startedAt = parser.getValueAsString();
        parser.skipChildren();
      } else if (name.equals("request") && value == JsonToken.START_OBJECT) {
        request = MAPPER.readTree(parser);
      } else if (name.equals("response") && value == JsonToken.START_OBJECT) {
        status = status();
      } else {
        parser.skipChildren();
      }
    }
    if (request == null || startedAt == null) {
      throw refusal(
          file, line, "the entry has no " + (request == null ? "'request'" : "'startedDateTime'"));
    }
    sink.accept(recorded(request, atNs(startedAt, line), status, line));
  }

  private int status() {
    int status = 0;
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean isStatus = parser.currentName().equals("status");
      parser.nextToken();
      status = isStatus ? parser.getValueAsInt(0) : status;
      parser.skipChildren();
    }
    return status;
  }

  private long atNs(String text, int line) {
    try {
      Instant at = OffsetDateTime.parse(text).toInstant();
      return Math.addExact(
          Math.multiplyExact(at.getEpochSecond(), TimeUnit.SECONDS.toNanos(1)), at.getNano());
    } catch (DateTimeParseException | ArithmeticException e) {
      throw refusal(file, line, "startedDateTime '" + Shown.text(text, 60) + "' is no time");
    }
  }

  private RecordedRequest recorded(JsonNode request, long atNs, int status, int line) {
    String url = request.path("url").asString("");
    String method = request.path("method").asString("");
    if (url.isEmpty() || method.isEmpty()) {
      throw refusal(file, line, "the request has no '" + (url.isEmpty() ? "url" : "method") + "'");
    }
    List<Header> headers = new ArrayList<>();
    for (JsonNode header : request.path("headers")) {
      headers.add(new Header(header.path("name").asString(""), header.path("value").asString("")));
    }
    return new RecordedRequest(atNs, method, url, headers, body(request.path("postData")), status);
  }

  /** The text of a body, or its fields in the form of a browser. */
  private static @Nullable String body(JsonNode posted) {
    if (!posted.isObject()) {
      return null;
    }
    if (posted.path("text").isString()) {
      return posted.path("text").stringValue();
    }
    List<String> fields = new ArrayList<>();
    for (JsonNode field : posted.path("params")) {
      fields.add(encoded(field.path("name")) + "=" + encoded(field.path("value")));
    }
    return fields.stream().collect(Collectors.joining("&"));
  }

  private static String encoded(JsonNode text) {
    return URLEncoder.encode(text.asString(""), StandardCharsets.UTF_8);
  }
}
