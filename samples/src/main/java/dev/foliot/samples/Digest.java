package dev.foliot.samples;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;

/** The three steps that lesson 8 arranges in two ways. */
final class Digest {
  private static final int BYTES = 8 * 1024;

  private static final byte[] TEXT = Base64.getEncoder().encode(new byte[BYTES]);

  private Digest() {}

  /** Returns the content of a message, the same text each time. */
  static byte[] text() {
    return TEXT;
  }

  /** Decodes text to bytes. */
  static byte[] decode(byte[] text) {
    return Base64.getDecoder().decode(text);
  }

  /** Computes the digest of bytes. */
  static byte[] work(byte[] bytes) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(bytes);
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every JDK has SHA-256", e);
    }
  }

  /** Encodes a digest as text. */
  static String encode(byte[] digest) {
    return HexFormat.of().formatHex(digest);
  }
}
