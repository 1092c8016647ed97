package dev.foliot.apps.lottery;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes the class file of an abstract class with abstract methods. Each method takes a slot of 8
 * bytes in the vtable behind the Klass. The format is from The Java Virtual Machine Specification,
 * chapter 4.
 */
public final class FillerClass {
  /** The most that fit into a class file's constant pool, with room to spare. */
  public static final int MOST_METHODS = 60_000;

  private static final int MAGIC = 0xCAFEBABE;
  private static final int JAVA_17 = 61;
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int PUBLIC_ABSTRACT_SUPER = 0x0421;
  private static final int PUBLIC_ABSTRACT = 0x0401;

  /** Its name, this, the superclass's name, the superclass, the descriptor; then the methods. */
  private static final int FIRST_METHOD = 6;

  private FillerClass() {}

  /**
   * Returns the class file.
   *
   * @param name the name as {@link Class#getName()} writes it
   * @param methods number of methods, from 0 to {@link #MOST_METHODS}
   */
  public static byte[] of(String name, int methods) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeShort(0);
      out.writeShort(JAVA_17);
      writeConstants(out, name, methods);
      out.writeShort(PUBLIC_ABSTRACT_SUPER);
      out.writeShort(2);
      out.writeShort(4);
      out.writeShort(0);
      out.writeShort(0);
      out.writeShort(methods);
      for (int i = 0; i < methods; i++) {
        out.writeShort(PUBLIC_ABSTRACT);
        out.writeShort(FIRST_METHOD + i);
        out.writeShort(5);
        out.writeShort(0);
      }
      out.writeShort(0);
    } catch (IOException e) {
      throw new UncheckedIOException("memory refused to be written to", e);
    }
    return bytes.toByteArray();
  }

  private static void writeConstants(DataOutputStream out, String name, int methods)
      throws IOException {
    out.writeShort(FIRST_METHOD + methods);
    writeName(out, name.replace('.', '/'));
    out.writeByte(CLASS);
    out.writeShort(1);
    writeName(out, "java/lang/Object");
    out.writeByte(CLASS);
    out.writeShort(3);
    writeName(out, "()V");
    for (int i = 0; i < methods; i++) {
      writeName(out, "method" + i);
    }
  }

  private static void writeName(DataOutputStream out, String name) throws IOException {
    out.writeByte(UTF8);
    out.writeUTF(name);
  }
}
