package dev.foliot.audit;

import java.nio.charset.StandardCharsets;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The head of an HTTP/1 request (RFC 9112). Parsing is pure, covers the audited server's needs
 * only, and accepts any bytes.
 */
sealed interface HttpRequest {
  /** The longest head. */
  int MOST_HEAD_BYTES = 16_384;

  /** The longest body that is skipped. */
  long MOST_BODY_BYTES = 1 << 20;

  /** The head is not complete yet. */
  record Incomplete() implements HttpRequest {}

  /** It cannot be served; with the refusal. */
  record Refused(Answer answer) implements HttpRequest {}

  /**
   * It can be served.
   *
   * @param headBytes its length
   * @param bodyBytes the length of the body that follows
   * @param answer to a request of this kind
   */
  record Whole(int headBytes, long bodyBytes, Answer answer) implements HttpRequest {}

  /** Parses a head in a range of bytes. */
  static HttpRequest parse(byte[] bytes, int from, int to) {
    int length = lengthOfHead(bytes, from, to);
    if (length > MOST_HEAD_BYTES || (length < 0 && to - from >= MOST_HEAD_BYTES)) {
      return new Refused(Answer.HEAD_TOO_LARGE);
    }
    if (length < 0) {
      return new Incomplete();
    }
    String head = new String(bytes, from, length, StandardCharsets.ISO_8859_1);
    String[] lines = head.split("\r\n", -1);
    String[] words = lines[0].split(" ", -1);
    if (words.length != 3 || !isToken(words[0]) || !isTarget(words[1]) || !isVersion(words[2])) {
      return new Refused(Answer.BAD_REQUEST);
    }
    Fields fields = new Fields(words[2].equals("HTTP/1.1"));
    for (int i = 1; i < lines.length - 2; i++) {
      Answer refusal = fields.read(lines[i]);
      if (refusal != null) {
        return new Refused(refusal);
      }
    }
    return new Whole(length, fields.bodyBytes(), fields.answer(words[0].equals("HEAD")));
  }

  /** The length of the head with the empty line at its end, or -1. */
  private static int lengthOfHead(byte[] bytes, int from, int to) {
    for (int i = from + 3; i < to; i++) {
      if (bytes[i] == '\n'
          && bytes[i - 1] == '\r'
          && bytes[i - 2] == '\n'
          && bytes[i - 3] == '\r') {
        return i + 1 - from;
      }
    }
    return -1;
  }

  private static boolean isToken(String text) {
    return !text.isEmpty() && text.chars().allMatch(HttpRequest::isTokenChar);
  }

  private static boolean isTokenChar(int c) {
    return c > ' ' && c < 127 && "\"(),/:;<=>?@[\\]{}".indexOf(c) < 0;
  }

  private static boolean isTarget(String text) {
    return !text.isEmpty() && text.chars().allMatch(c -> c > ' ' && c != 127);
  }

  private static boolean isVersion(String text) {
    return text.equals("HTTP/1.1") || text.equals("HTTP/1.0");
  }

  /** Parses the header fields; irrelevant ones are only checked. */
  final class Fields {
    private static final int MOST_DIGITS = 18;

    private boolean keepsAlive;
    private long bodyBytes = -1;

    private Fields(boolean keepsAlive) {
      this.keepsAlive = keepsAlive;
    }

    private @Nullable Answer read(String line) {
      int colon = line.indexOf(':');
      if (colon < 0 || !isToken(line.substring(0, colon))) {
        return Answer.BAD_REQUEST;
      }
      String value = line.substring(colon + 1).strip();
      if (value.chars().anyMatch(c -> (c < ' ' && c != '\t') || c == 127)) {
        return Answer.BAD_REQUEST;
      }
      switch (line.substring(0, colon).toLowerCase(Locale.ROOT)) {
        case "content-length" -> {
          return length(value);
        }
        case "transfer-encoding" -> {
          return Answer.NOT_IMPLEMENTED;
        }
        case "expect" -> {
          return Answer.NOTHING_TO_EXPECT;
        }
        case "connection" -> connection(value);
        default -> {
          // irrelevant here
        }
      }
      return null;
    }

    private @Nullable Answer length(String value) {
      if (value.isEmpty() || !value.chars().allMatch(c -> c >= '0' && c <= '9')) {
        return Answer.BAD_REQUEST;
      }
      if (value.length() > MOST_DIGITS || Long.parseLong(value) > MOST_BODY_BYTES) {
        return Answer.BODY_TOO_LARGE;
      }
      long bytes = Long.parseLong(value);
      if (bodyBytes >= 0 && bodyBytes != bytes) {
        return Answer.BAD_REQUEST;
      }
      bodyBytes = bytes;
      return null;
    }

    private void connection(String value) {
      for (String word : value.toLowerCase(Locale.ROOT).split(",", -1)) {
        switch (word.strip()) {
          case "close" -> keepsAlive = false;
          case "keep-alive" -> keepsAlive = true;
          default -> {
            // upgrades are refused
          }
        }
      }
    }

    private long bodyBytes() {
      return Math.max(0, bodyBytes);
    }

    private Answer answer(boolean head) {
      if (keepsAlive) {
        return head ? Answer.OK_HEAD : Answer.OK;
      }
      return head ? Answer.LAST_HEAD : Answer.LAST;
    }
  }
}
