package dev.foliot.steer;

import java.io.InputStream;
import java.util.Objects;

/** A program that loads {@link Traveller}, in its own loader or in another, or does not. */
public final class Journey {
  private Journey() {}

  private static final class OtherLoader extends ClassLoader {
    OtherLoader() {
      super(Journey.class.getClassLoader());
    }

    Class<?> define(String name) throws Exception {
      String file = "/" + name.replace('.', '/') + ".class";
      try (InputStream in = Objects.requireNonNull(Journey.class.getResourceAsStream(file))) {
        byte[] bytes = in.readAllBytes();
        return defineClass(name, bytes, 0, bytes.length);
      }
    }
  }

  /**
   * Runs.
   *
   * @param args {@code own}, {@code other}, {@code none}, {@code open} to say whether java.lang is
   *     open to it, or the name of another class to load
   */
  public static void main(String[] args) throws Exception {
    String name = "dev.foliot.steer.Traveller";
    switch (args[0]) {
      case "own" -> Class.forName(name).getConstructor().newInstance();
      case "other" -> new OtherLoader().define(name).getConstructor().newInstance();
      case "none" -> {}
      case "open" ->
          System.out.println(
              "java.lang is open: "
                  + Object.class.getModule().isOpen("java.lang", Journey.class.getModule()));
      default -> Class.forName(args[0]);
    }
    System.out.println("arrived");
  }
}
