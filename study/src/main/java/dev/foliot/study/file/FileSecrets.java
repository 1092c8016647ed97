package dev.foliot.study.file;

import dev.foliot.load.yaml.YamlValue;
import dev.foliot.load.yaml.YamlValue.Entries;
import dev.foliot.load.yaml.YamlValue.Items;
import dev.foliot.load.yaml.YamlValue.Scalar;
import dev.foliot.store.Redaction;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Removes the secrets from a file's text for storage. A value is recognised by its place, also on
 * the next line or as a block of text. The rest, comments included, is treated as any other text.
 */
final class FileSecrets {
  private final TreeMap<Integer, Piece> pieces = new TreeMap<>();

  private record Piece(int to, String instead) {}

  private FileSecrets() {}

  static String without(String text, YamlValue root) {
    FileSecrets secrets = new FileSecrets();
    secrets.find(root);
    return Redaction.text(secrets.cut(text.codePoints().toArray()));
  }

  private void find(YamlValue value) {
    switch (value) {
      case Scalar scalar -> replace(scalar, Redaction.text(scalar.text()));
      case Items items -> {
        if (items.values().stream().allMatch(Scalar.class::isInstance)) {
          command(items.values().stream().map(Scalar.class::cast).toList());
        } else {
          items.values().forEach(this::find);
        }
      }
      case Entries entries -> {
        for (Map.Entry<String, YamlValue> entry : entries.values().entrySet()) {
          if (entry.getValue() instanceof Scalar scalar) {
            replace(scalar, Redaction.named(entry.getKey(), scalar.text()));
          } else {
            find(entry.getValue());
          }
        }
      }
    }
  }

  private void command(List<Scalar> words) {
    List<String> redacted = Redaction.command(words.stream().map(Scalar::text).toList());
    for (int i = 0; i < words.size(); i++) {
      replace(words.get(i), redacted.get(i));
    }
  }

  private void replace(Scalar scalar, String redacted) {
    if (!redacted.equals(scalar.text()) && scalar.to() > scalar.from()) {
      pieces.put(
          scalar.from(), new Piece(scalar.to(), "'" + redacted.strip().replace("'", "''") + "'"));
    }
  }

  private String cut(int[] text) {
    StringBuilder kept = new StringBuilder();
    int done = 0;
    for (Map.Entry<Integer, Piece> entry : pieces.entrySet()) {
      int from = entry.getKey();
      int to = Math.min(entry.getValue().to, text.length);
      if (from < done) {
        continue;
      }
      kept.append(new String(text, done, from - done)).append(entry.getValue().instead);
      // a block of text ends with its last line
      while (to > from && (text[to - 1] == '\n' || text[to - 1] == '\r')) {
        to--;
      }
      done = to;
    }
    return kept.append(new String(text, done, text.length - done)).toString();
  }
}
