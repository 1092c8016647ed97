package dev.foliot.checks.specimens;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/** Defines classes that its parent has as well, and so makes others of the same name. */
class TemplateLoader extends ClassLoader {
  /** One of two that differ in nothing but their name. */
  static final class Left extends TemplateLoader {}

  /** The other. */
  static final class Right extends TemplateLoader {}

  TemplateLoader() {
    super(TemplateLoader.class.getClassLoader());
  }

  /** Defines a class from the bytes of another. */
  final Class<?> define(Class<?> template) {
    return define(template.getName(), bytes(template));
  }

  final Class<?> define(String name, byte[] bytes) {
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** What a class was compiled to. */
  static byte[] bytes(Class<?> type) {
    String file = "/" + type.getName().replace('.', '/') + ".class";
    try (InputStream in = type.getResourceAsStream(file)) {
      if (in == null) {
        throw new IllegalStateException("the bytes of " + type.getName() + " are not to be found");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException("the bytes of " + type.getName() + " cannot be read", e);
    }
  }
}
