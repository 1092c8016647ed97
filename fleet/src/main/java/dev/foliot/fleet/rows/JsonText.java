package dev.foliot.fleet.rows;

import dev.foliot.fleet.cells.FleetException;
import dev.foliot.fleet.cells.Texts;
import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Streams JSON, with limits on a value's size. */
final class JsonText {
  private static final JsonMapper MAPPER =
      JsonMapper.builder(
              JsonFactory.builder()
                  .streamReadConstraints(
                      StreamReadConstraints.builder()
                          .maxNestingDepth(64)
                          .maxNameLength(50_000)
                          .maxStringLength(20_000_000)
                          .maxNumberLength(1_000)
                          .build())
                  .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
                  // several languages write NaN unquoted
                  .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
                  .build())
          // a file may hold several values, and each is read alone
          .disable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private JsonText() {}

  /** A value of text that is known to be JSON. */
  static JsonNode tree(String text) {
    return MAPPER.readTree(text);
  }

  /** Uses a file's tokens. */
  @FunctionalInterface
  interface Use {
    void of(JsonParser parser) throws SQLException;
  }

  /** Uses one element of a file. */
  @FunctionalInterface
  interface Element {
    void of(JsonNode node) throws SQLException;
  }

  static JsonParser parser(String text) {
    return MAPPER.createParser(text);
  }

  /**
   * Opens a file and passes its tokens on.
   *
   * @throws FleetException if it is not JSON
   */
  static void read(InputFile file, Use use) throws IOException, SQLException {
    try (Reader text = file.text();
        JsonParser parser = MAPPER.createParser(text)) {
      use.of(parser);
    } catch (UnexpectedEndOfInputException e) {
      throw new FleetException(
          file.name() + " ends in the middle of a value: it is cut short, export it anew", e);
    } catch (JacksonException e) {
      if (e.getCause() instanceof IOException io) {
        throw io;
      }
      String where =
          e.getLocation() == null
              ? ""
              : "line %d, column %d: "
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw new FleetException(
          file.name() + " is broken JSON: " + where + Texts.line(said(e), 200), e);
    }
  }

  /** Jackson's words, without the text that it holds back. */
  private static String said(JacksonException e) {
    String message = String.valueOf(e.getOriginalMessage());
    return message.contains("REDACTED")
        ? "a name, number or text is not written as JSON wants it"
        : message.replaceFirst("(?s):? (was )?expecting .*", "");
  }

  /**
   * Passes the elements of a list on, one at a time; {@code path} leads to it through objects. The
   * list may be missing, and the file may hold several such objects one after another.
   */
  static void elements(InputFile file, List<String> path, Element use)
      throws IOException, SQLException {
    read(
        file,
        parser -> {
          for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
            within(parser, path, use);
          }
        });
  }

  private static void within(JsonParser parser, List<String> path, Element use)
      throws SQLException {
    if (path.isEmpty()) {
      if (parser.currentToken() == JsonToken.START_ARRAY) {
        while (parser.nextToken() != JsonToken.END_ARRAY) {
          use.of(MAPPER.readTree(parser));
        }
      } else {
        use.of(MAPPER.readTree(parser));
      }
      return;
    }
    if (parser.currentToken() == JsonToken.START_ARRAY) {
      while (parser.nextToken() != JsonToken.END_ARRAY) {
        within(parser, path, use);
      }
      return;
    }
    if (parser.currentToken() != JsonToken.START_OBJECT) {
      return;
    }
    while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
      boolean here = parser.currentName().equals(path.getFirst());
      parser.nextToken();
      if (here) {
        within(parser, path.subList(1, path.size()), use);
      } else {
        parser.skipChildren();
      }
    }
  }

  /** The text of a value; empty for null and nothing. */
  static String text(JsonNode node) {
    return node.isMissingNode() || node.isNull() ? "" : node.isValueNode() ? node.asString() : "";
  }
}
