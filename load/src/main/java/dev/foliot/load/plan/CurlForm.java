package dev.foliot.load.plan;

import dev.foliot.text.FoliotException;
import dev.foliot.text.Shown;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** What curl's {@code -F} and {@code --data-urlencode} send. One thread. */
final class CurlForm {
  private static final int LONGEST_BODY = 1 << 20;
  private static final String BOUNDARY = "----------------------foliot-7f3a9c51e2d84b06";
  private static final String UNRESERVED = "-._~";

  private final StringBuilder parts = new StringBuilder();

  boolean isEmpty() {
    return parts.isEmpty();
  }

  /** Takes {@code name=text}, {@code name=@file} or {@code name=<file}, with {@code ;type=}. */
  void add(String field) {
    int equals = equals(field);
    String name = field.substring(0, equals);
    String value = field.substring(equals + 1);
    String type = "";
    String fileName = "";
    int end = value.indexOf(';');
    if (end >= 0 && (value.startsWith("@") || value.contains(";type="))) {
      for (String attribute : value.substring(end + 1).split(";", -1)) {
        if (attribute.startsWith("type=")) {
          type = attribute.substring("type=".length());
        } else if (attribute.startsWith("filename=")) {
          fileName = attribute.substring("filename=".length());
        }
      }
      value = value.substring(0, end);
    }
    if (value.startsWith("@")) {
      Path file = Path.of(value.substring(1));
      add(
          name,
          fileName.isEmpty() ? String.valueOf(file.getFileName()) : fileName,
          type.isEmpty() ? "application/octet-stream" : type,
          file(value.substring(1)));
    } else {
      add(name, "", type, value.startsWith("<") ? file(value.substring(1)) : value);
    }
  }

  /** Takes {@code name=text}, whatever the text begins with. */
  void addText(String field) {
    int equals = equals(field);
    add(field.substring(0, equals), "", "", field.substring(equals + 1));
  }

  private static int equals(String field) {
    int equals = field.indexOf('=');
    if (equals < 1) {
      throw FoliotException.usage(
          "curl's form field '" + Shown.text(field, 60) + "' has no name: write name=value");
    }
    return equals;
  }

  private void add(String name, String fileName, String type, String content) {
    parts
        .append("--")
        .append(BOUNDARY)
        .append("\r\nContent-Disposition: form-data; name=\"")
        .append(quoted(name))
        .append('"');
    if (!fileName.isEmpty()) {
      parts.append("; filename=\"").append(quoted(fileName)).append('"');
    }
    parts.append("\r\n");
    if (!type.isEmpty()) {
      parts.append("Content-Type: ").append(oneLine(type)).append("\r\n");
    }
    parts.append("\r\n").append(content).append("\r\n");
  }

  private static String quoted(String text) {
    return oneLine(text).replace("\\", "\\\\").replace("\"", "\\\"");
  }

  private static String oneLine(String text) {
    return text.replace("\r", "").replace("\n", "");
  }

  String body() {
    return parts + "--" + BOUNDARY + "--\r\n";
  }

  String contentType() {
    return "multipart/form-data; boundary=" + BOUNDARY;
  }

  /** Encodes {@code text}, {@code =text}, {@code name=text}, {@code @file} or {@code name@file}. */
  static String urlEncoded(String value) {
    int equals = value.indexOf('=');
    int at = value.indexOf('@');
    if (equals >= 0 && (at < 0 || equals < at)) {
      return named(value.substring(0, equals)) + encoded(value.substring(equals + 1));
    }
    return at < 0
        ? encoded(value)
        : named(value.substring(0, at)) + encoded(file(value.substring(at + 1)));
  }

  private static String named(String name) {
    return name.isEmpty() ? "" : name + "=";
  }

  private static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte one : text.getBytes(StandardCharsets.UTF_8)) {
      char letter = (char) (one & 0xff);
      boolean isPlain =
          (letter >= 'a' && letter <= 'z')
              || (letter >= 'A' && letter <= 'Z')
              || (letter >= '0' && letter <= '9')
              || UNRESERVED.indexOf(letter) >= 0;
      if (isPlain) {
        encoded.append(letter);
      } else {
        encoded.append("%%%02X".formatted((int) letter));
      }
    }
    return encoded.toString();
  }

  /** The text of a file. */
  static String file(String named) {
    try (InputStream in = Files.newInputStream(Path.of(named))) {
      byte[] bytes = in.readNBytes(LONGEST_BODY + 1);
      if (bytes.length > LONGEST_BODY) {
        throw FoliotException.usage("@" + Shown.text(named) + " is longer than 1 MiB");
      }
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw FoliotException.usage(
          "@" + Shown.text(named) + " is no text in UTF-8: bodies of a load are text");
    } catch (IOException e) {
      throw FoliotException.usage(
          "@" + Shown.text(named) + " cannot be read: the file of curl's data must be here");
    }
  }
}
