package dev.foliot.fleet;

import java.io.IOException;
import java.io.Reader;
import java.sql.SQLException;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonReadFeature;
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
          .build();

  private JsonText() {}

  /** Uses a file's tokens. */
  @FunctionalInterface
  interface Use {
    void of(JsonParser parser) throws SQLException;
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
    } catch (JacksonException e) {
      String where =
          e.getLocation() == null
              ? ""
              : "line %d, column %d: "
                  .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
      throw new FleetException(
          file.name() + " is broken JSON: " + where + Texts.line(e.getOriginalMessage(), 200), e);
    }
  }
}
