package dev.foliot.steer;

import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The facts of a class file that decide its layout in memory: ancestors and methods. Immutable.
 *
 * @param ancestors the superclass and the interfaces that it names, as {@link Class#getName()}
 *     writes them
 * @param methods number of methods it declares
 */
record ClassFile(List<String> ancestors, int methods) {
  private static final int UTF8 = 1;
  private static final int LONG = 5;
  private static final int DOUBLE = 6;
  private static final int CLASS = 7;
  private static final int HEAD_BYTES = 8;

  ClassFile {
    ancestors = Collections.unmodifiableList(new ArrayList<>(ancestors));
  }

  /**
   * Parses a class file.
   *
   * @throws IOException if the bytes are no class file
   */
  static ClassFile of(byte[] bytes) throws IOException {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      skip(in, HEAD_BYTES);
      int count = in.readUnsignedShort();
      String[] names = new String[count];
      int[] classes = new int[count];
      for (int i = 1; i < count; i++) {
        int tag = in.readUnsignedByte();
        if (tag == UTF8) {
          names[i] = in.readUTF();
        } else if (tag == CLASS) {
          classes[i] = in.readUnsignedShort();
        } else {
          skip(in, size(tag));
          if (tag == LONG || tag == DOUBLE) {
            i++;
          }
        }
      }
      // its own flags and name
      skip(in, 4);
      List<String> ancestors = new ArrayList<>();
      int superclass = in.readUnsignedShort();
      if (superclass != 0) {
        ancestors.add(name(names, classes, superclass));
      }
      int interfaces = in.readUnsignedShort();
      for (int i = 0; i < interfaces; i++) {
        ancestors.add(name(names, classes, in.readUnsignedShort()));
      }
      skipFields(in);
      return new ClassFile(ancestors, in.readUnsignedShort());
    } catch (IndexOutOfBoundsException e) {
      throw new IOException("a constant refers to one that is not there", e);
    }
  }

  private static String name(String[] names, int[] classes, int index) throws IOException {
    String name = names[classes[index]];
    if (name == null) {
      throw new IOException("constant " + index + " is no class");
    }
    return name.replace('/', '.');
  }

  /** Size of a constant behind its tag (The Java Virtual Machine Specification, 4.4). */
  private static int size(int tag) throws IOException {
    return switch (tag) {
      case 8, 16, 19, 20 -> 2;
      case 15 -> 3;
      case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
      case LONG, DOUBLE -> 8;
      default -> throw new IOException("there is no constant with tag " + tag);
    };
  }

  private static void skipFields(DataInputStream in) throws IOException {
    int fields = in.readUnsignedShort();
    for (int i = 0; i < fields; i++) {
      skip(in, 6);
      int attributes = in.readUnsignedShort();
      for (int k = 0; k < attributes; k++) {
        skip(in, 2);
        skip(in, in.readInt());
      }
    }
  }

  private static void skip(DataInputStream in, int bytes) throws IOException {
    if (bytes < 0 || in.skipBytes(bytes) != bytes) {
      throw new IOException("it ends too early");
    }
  }
}
