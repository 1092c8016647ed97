package dev.foliot.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.core.StreamWriteConstraints;
import tools.jackson.core.TokenStreamFactory;
import tools.jackson.core.json.JsonFactory;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.MapperFeature;
import tools.jackson.databind.PropertyNamingStrategies;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.SerializationFeature;
import tools.jackson.databind.cfg.MapperConfig;
import tools.jackson.databind.cfg.MutableConfigOverride;
import tools.jackson.databind.introspect.AnnotatedMember;
import tools.jackson.databind.introspect.AnnotatedParameter;
import tools.jackson.databind.introspect.JacksonAnnotationIntrospector;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Records as JSON with common rules. Names are in snake_case, absent values are left out, and all
 * non-ASCII characters are escaped for any terminal.
 *
 * <p>Reading is strict about known fields and ignores unknown ones, for newer minor versions. Size,
 * depth and the number of tokens are capped.
 */
public final class Json {
  static final int MAX_BYTES = 64 << 20;
  private static final int MAX_DEPTH = 64;
  private static final int MAX_TOKENS = 10_000_000;
  private static final Pattern SCHEMA = Pattern.compile("([a-z.]{1,60})/([0-9]{1,9})(\\.[0-9]+)?");

  private static final JsonMapper MAPPER = mapper();

  private Json() {}

  /** Encodes a record, or a map or list of records, as indented JSON without a last newline. */
  public static String text(Object value) {
    return MAPPER.writeValueAsString(value);
  }

  /** Encodes a record, or a map or list of records, as JSON in one line. */
  public static String line(Object value) {
    return MAPPER.writer().without(SerializationFeature.INDENT_OUTPUT).writeValueAsString(value);
  }

  /** A record from JSON without a schema; empty if it is none. */
  public static <T> Optional<T> parse(String json, Class<T> type) {
    try {
      return Optional.of(MAPPER.readValue(json, type));
    } catch (JacksonException e) {
      return Optional.empty();
    }
  }

  /** The fields of a record in the order of its JSON; those that are absent are left out. */
  public static Map<String, @Nullable Object> fields(Object record) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    JsonNode json = MAPPER.valueToTree(record);
    json.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
    return fields;
  }

  /**
   * Writes a record to a temporary file, then renames it.
   *
   * @throws IOException if it cannot be written
   * @throws StoreException if it would be too big to be read again
   */
  public static void write(Path file, Object value) throws IOException {
    byte[] bytes;
    try {
      bytes = (text(value) + "\n").getBytes(StandardCharsets.UTF_8);
    } catch (JacksonException e) {
      throw StoreException.tooBig(file, e.getOriginalMessage(), e);
    }
    if (bytes.length > MAX_BYTES) {
      throw StoreException.tooBig(file, bytes.length + " bytes, at most " + MAX_BYTES, null);
    }
    Durable.replace(file, out -> out.write(bytes));
  }

  /**
   * Reads a record.
   *
   * @param schema the newest supported schema, {@code foliot.run/1}
   * @throws StoreException if the file is missing, too big, too new or has other content
   */
  public static <T> T read(Path file, Class<T> type, String schema) {
    byte[] bytes = bytes(file);
    try {
      String trouble = troubleWith(schemaOf(bytes), schema);
      if (trouble != null) {
        throw StoreException.unreadable(file, trouble, null);
      }
      return MAPPER.readValue(bytes, type);
    } catch (JacksonException e) {
      throw StoreException.unreadable(file, describe(e), e);
    }
  }

  private static byte[] bytes(Path file) {
    if (!Files.exists(file)) {
      throw StoreException.unreadable(file, "it does not exist", null);
    }
    if (!Files.isRegularFile(file)) {
      throw StoreException.unreadable(file, "it is not a regular file", null);
    }
    try (InputStream in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw StoreException.unreadable(file, "it is longer than " + MAX_BYTES + " bytes", null);
      }
      return bytes;
    } catch (IOException e) {
      throw StoreException.unreadable(file, e);
    }
  }

  private static @Nullable String schemaOf(byte[] bytes) {
    try (JsonParser parser = MAPPER.createParser(bytes)) {
      if (parser.nextToken() != JsonToken.START_OBJECT) {
        return null;
      }
      for (String name = parser.nextName(); name != null; name = parser.nextName()) {
        JsonToken value = parser.nextToken();
        if (name.equals("schema") && value == JsonToken.VALUE_STRING) {
          return parser.getString();
        }
        parser.skipChildren();
      }
      return null;
    }
  }

  private static @Nullable String troubleWith(@Nullable String found, String known) {
    Matcher have = SCHEMA.matcher(found == null ? "" : found);
    Matcher want = SCHEMA.matcher(known);
    if (!want.matches() || !have.matches() || !have.group(1).equals(want.group(1))) {
      return "its schema is " + (found == null ? "missing" : found) + ", not " + known;
    }
    if (Integer.parseInt(have.group(2)) > Integer.parseInt(want.group(2))) {
      return "it was written by a newer Foliot (schema " + found + "): update this one";
    }
    return null;
  }

  private static String describe(JacksonException e) {
    String where =
        e.getLocation() == null
            ? ""
            : "line %d, column %d: "
                .formatted(e.getLocation().getLineNr(), e.getLocation().getColumnNr());
    // the rest serves only users of the library
    String message = String.valueOf(e.getOriginalMessage());
    int end = message.indexOf(" (start marker");
    return where + (end < 0 ? message : message.substring(0, end));
  }

  private static JsonMapper mapper() {
    JsonFactory factory =
        JsonFactory.builder()
            .streamReadConstraints(
                StreamReadConstraints.builder()
                    .maxDocumentLength(MAX_BYTES)
                    .maxNestingDepth(MAX_DEPTH)
                    .maxTokenCount(MAX_TOKENS)
                    .maxNameLength(MAX_BYTES)
                    .maxStringLength(MAX_BYTES)
                    .build())
            .streamWriteConstraints(
                StreamWriteConstraints.builder().maxNestingDepth(MAX_DEPTH).build())
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .disable(TokenStreamFactory.Feature.CANONICALIZE_PROPERTY_NAMES)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();
    return JsonMapper.builder(factory)
        .annotationIntrospector(new Required())
        .addModule(new SimpleModule().addSerializer(String.class, new Unicode()))
        .addModule(ReasonJson.module())
        .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
        .changeDefaultPropertyInclusion(
            inclusion -> inclusion.withValueInclusion(JsonInclude.Include.NON_NULL))
        .withConfigOverride(List.class, Json::emptyWhenAbsent)
        .withConfigOverride(Map.class, Json::emptyWhenAbsent)
        .disable(MapperFeature.SORT_PROPERTIES_ALPHABETICALLY)
        .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
        .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
        .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
        .enable(DeserializationFeature.USE_LONG_FOR_INTS)
        .enable(SerializationFeature.INDENT_OUTPUT)
        .build();
  }

  private static void emptyWhenAbsent(MutableConfigOverride override) {
    override.setNullHandling(JsonSetter.Value.forValueNulls(Nulls.AS_EMPTY));
  }

  /** A missing number or boolean is an error, not zero or false. */
  private static final class Required extends JacksonAnnotationIntrospector {
    private static final long serialVersionUID = 1L;

    @Override
    public @Nullable Boolean hasRequiredMarker(MapperConfig<?> config, AnnotatedMember member) {
      if (member instanceof AnnotatedParameter && member.getRawType().isPrimitive()) {
        return true;
      }
      return super.hasRequiredMarker(config, member);
    }
  }

  /** Half a surrogate pair could be written, but parsers need not accept it. */
  private static final class Unicode extends StdSerializer<String> {
    Unicode() {
      super(String.class);
    }

    @Override
    public void serialize(String text, JsonGenerator json, SerializationContext context) {
      json.writeString(Copies.unicode(text));
    }
  }
}
