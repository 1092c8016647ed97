package dev.foliot.study.framework;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars for tests: a manifest, and entries that are empty or texts. */
public final class MadeUpJar {
  private final Manifest manifest = new Manifest();
  private final Map<String, String> texts = new LinkedHashMap<>();
  private final Path file;

  public MadeUpJar(Path file) {
    this.file = file;
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
  }

  /** With an attribute of the manifest. */
  public MadeUpJar with(String name, String value) {
    manifest.getMainAttributes().put(new Attributes.Name(name), value);
    return this;
  }

  /** With a file in it. */
  public MadeUpJar withText(String entry, String text) {
    texts.put(entry, text);
    return this;
  }

  /** Writes it, with some empty entries. */
  public Path write(String... entries) throws IOException {
    for (String entry : entries) {
      texts.put(entry, "");
    }
    Files.createDirectories(file.getParent());
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (Map.Entry<String, String> text : texts.entrySet()) {
        jar.putNextEntry(new JarEntry(text.getKey()));
        jar.write(text.getValue().getBytes(StandardCharsets.UTF_8));
      }
    }
    return file;
  }
}
