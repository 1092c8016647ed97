package dev.foliot.steer;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;

/**
 * Writes the class file of a filler, a public class with empty methods. Each method takes a slot of
 * 8 bytes in the vtable behind the filler's Klass. The format is from The Java Virtual Machine
 * Specification, chapter 4.
 */
final class Filler {
  private static final int MAGIC = 0xCAFEBABE;
  private static final int JAVA_17 = 61;
  private static final int UTF8 = 1;
  private static final int CLASS = 7;
  private static final int PUBLIC_SUPER = 0x0021;
  private static final int PUBLIC = 0x0001;
  private static final int RETURN = 0xb1;
  private static final int CODE_BYTES = 13;

  private static final int THIS = 2;
  private static final int SUPER = 4;
  private static final int DESCRIPTOR = 5;
  private static final int CODE = 6;
  private static final int FIRST_METHOD = 7;

  private Filler() {}

  /**
   * Returns the class file.
   *
   * @param name the name as {@link Class#getName()} writes it
   * @param methods number of methods, from 0 to 10,000
   */
  static byte[] of(String name, int methods) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeInt(MAGIC);
      out.writeShort(0);
      out.writeShort(JAVA_17);
      writeConstants(out, name, methods);
      out.writeShort(PUBLIC_SUPER);
      out.writeShort(THIS);
      out.writeShort(SUPER);
      // no interfaces, no fields
      out.writeShort(0);
      out.writeShort(0);
      out.writeShort(methods);
      for (int i = 0; i < methods; i++) {
        writeMethod(out, FIRST_METHOD + i);
      }
      out.writeShort(0);
    } catch (IOException e) {
      throw new UncheckedIOException("memory refused to be written to", e);
    }
    return bytes.toByteArray();
  }

  private static void writeMethod(DataOutputStream out, int name) throws IOException {
    out.writeShort(PUBLIC);
    out.writeShort(name);
    out.writeShort(DESCRIPTOR);
    out.writeShort(1);
    out.writeShort(CODE);
    out.writeInt(CODE_BYTES);
    // nothing on the stack, one local variable
    out.writeShort(0);
    out.writeShort(1);
    out.writeInt(1);
    out.writeByte(RETURN);
    out.writeShort(0);
    out.writeShort(0);
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
    writeName(out, "Code");
    for (int i = 0; i < methods; i++) {
      writeName(out, "fill" + i);
    }
  }

  private static void writeName(DataOutputStream out, String name) throws IOException {
    out.writeByte(UTF8);
    out.writeUTF(name);
  }
}
