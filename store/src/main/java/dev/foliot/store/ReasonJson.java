package dev.foliot.store;

import dev.foliot.text.Reason;
import dev.foliot.text.Reasons;
import dev.foliot.text.Shown;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.JsonParser;
import tools.jackson.databind.DeserializationContext;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.SerializationContext;
import tools.jackson.databind.deser.std.StdDeserializer;
import tools.jackson.databind.module.SimpleModule;
import tools.jackson.databind.ser.std.StdSerializer;

/**
 * Reasons as JSON: {@code {"code": "STEAL", "params": {"share": 0.02}}}, with {@code "in": "fork
 * 3"} for a reason about one part.
 *
 * <p>An unknown code, one of a family that is not on the class path, or one with unfit parameters
 * keeps only its code; the text next to it has the rest.
 */
final class ReasonJson {
  private static final int MOST_PARTS = 8;
  private static final int LONGEST_CODE = 100;

  private ReasonJson() {}

  static SimpleModule module() {
    return new SimpleModule()
        .addSerializer(Reason.class, new Writer())
        .addDeserializer(Reason.class, new Reader());
  }

  private static final class Writer extends StdSerializer<Reason> {
    Writer() {
      super(Reason.class);
    }

    @Override
    public void serialize(Reason reason, JsonGenerator json, SerializationContext context) {
      json.writeStartObject();
      List<String> parts = new ArrayList<>();
      Reason inner = reason;
      while (inner instanceof Reason.In(String part, Reason of)) {
        parts.add(part);
        inner = of;
      }
      json.writeStringProperty("code", inner.code());
      if (!parts.isEmpty()) {
        context.defaultSerializeProperty("in", parts, json);
      }
      Map<String, Object> params = Reasons.params(inner);
      if (!params.isEmpty()) {
        json.writeObjectPropertyStart("params");
        params.forEach(
            (name, value) -> context.defaultSerializeProperty(snakeCase(name), value, json));
        json.writeEndObject();
      }
      json.writeEndObject();
    }
  }

  private static final class Reader extends StdDeserializer<Reason> {
    Reader() {
      super(Reason.class);
    }

    @Override
    public Reason deserialize(JsonParser parser, DeserializationContext context) {
      return reason(context.readTree(parser), 0);
    }
  }

  private static Reason reason(JsonNode json, int depth) {
    String code = json.path("code").asString("");
    if (code.length() > LONGEST_CODE || depth > MOST_PARTS) {
      return new Reason.Recorded("", "");
    }
    Reason reason =
        Reasons.type(code)
            .flatMap(type -> made(type, json.path("params"), depth))
            .orElseGet(() ->
                new Reason.Recorded(
                    code, "a reason that is unknown here: " + Shown.text(code, LONGEST_CODE)));
    List<String> parts = new ArrayList<>();
    json.path("in").forEach(part -> parts.add(part.asString("")));
    for (String part : parts.reversed().stream().limit(MOST_PARTS).toList()) {
      reason = new Reason.In(part, reason);
    }
    return reason;
  }

  private static Optional<Reason> made(Class<? extends Reason> type, JsonNode params, int depth) {
    List<@Nullable Object> values = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      JsonNode value = params.path(snakeCase(component.getName()));
      if (!fits(component.getType(), value)) {
        return Optional.empty();
      }
      values.add(value(component.getGenericType(), component.getType(), value, depth));
    }
    return Reasons.make(type, values);
  }

  private static boolean fits(Class<?> type, JsonNode value) {
    if (type == long.class || type == int.class || type == Long.class || type == Integer.class) {
      return (value.isIntegralNumber() && value.canConvertToLong())
          || (!type.isPrimitive() && value.isMissingNode());
    }
    if (type == double.class || type == Double.class) {
      return value.isNumber() || (type == Double.class && value.isMissingNode());
    }
    if (type == boolean.class) {
      return value.isBoolean();
    }
    if (type == String.class || type.isEnum()) {
      return value.isString();
    }
    return type == List.class ? value.isArray() : value.isObject();
  }

  private static @Nullable Object value(Type generic, Class<?> type, JsonNode value, int depth) {
    if (value.isMissingNode()) {
      return null;
    }
    if (type == long.class || type == Long.class) {
      return value.asLong(0);
    }
    if (type == int.class || type == Integer.class) {
      return (int) value.asLong(0);
    }
    if (type == double.class || type == Double.class) {
      return value.asDouble(0);
    }
    if (type == boolean.class) {
      return value.asBoolean(false);
    }
    if (type == String.class) {
      return value.asString("");
    }
    if (type.isEnum()) {
      return constant(type, value.asString(""));
    }
    if (type == List.class) {
      boolean ofReasons =
          generic instanceof ParameterizedType list
              && list.getActualTypeArguments()[0] == Reason.class;
      List<Object> all = new ArrayList<>();
      value.forEach(one -> all.add(ofReasons ? reason(one, depth + 1) : one.asString("")));
      return List.copyOf(all);
    }
    return reason(value, depth + 1);
  }

  private static @Nullable Object constant(Class<?> type, String name) {
    for (Object constant : type.getEnumConstants()) {
      if (((Enum<?>) constant).name().equals(name)) {
        return constant;
      }
    }
    return null;
  }

  private static String snakeCase(String name) {
    return name.replaceAll("(?<=[a-z0-9])(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }
}
