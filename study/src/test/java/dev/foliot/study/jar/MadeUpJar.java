package dev.foliot.study.jar;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;

/** Jars for tests: a manifest, and empty entries. */
final class MadeUpJar {
  private final Manifest manifest = new Manifest();
  private final Path file;

  MadeUpJar(Path file) {
    this.file = file;
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
  }

  MadeUpJar with(String name, String value) {
    manifest.getMainAttributes().put(new Attributes.Name(name), value);
    return this;
  }

  Path write(String... entries) throws IOException {
    try (OutputStream out = Files.newOutputStream(file);
        JarOutputStream jar = new JarOutputStream(out, manifest)) {
      for (String entry : entries) {
        jar.putNextEntry(new JarEntry(entry));
      }
    }
    return file;
  }
}
