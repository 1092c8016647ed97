package dev.foliot.apps.lottery;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;

/**
 * Defines classes of its parent again, under the same names. A fresh loader's first class begins a
 * chunk of metaspace.
 */
public class TemplateLoader extends ClassLoader {
  /** With the loader of the apps as its parent. */
  public TemplateLoader() {
    super(TemplateLoader.class.getClassLoader());
  }

  /** Defines a class from the bytes of another. */
  public final Class<?> define(Class<?> template) {
    return define(template.getName(), bytes(template));
  }

  /** Defines a class from its class file. */
  public final Class<?> define(String name, byte[] bytes) {
    return defineClass(name, bytes, 0, bytes.length);
  }

  /** The compiled bytes of a class. */
  public static byte[] bytes(Class<?> type) {
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
