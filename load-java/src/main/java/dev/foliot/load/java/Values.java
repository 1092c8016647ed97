package dev.foliot.load.java;

/**
 * Placeholders in a request's path, headers and body. The load generator fills them in for each
 * request. Stateless.
 *
 * <p>Files are found from {@link Plan#files}. They are read once, before the load. A file of JSON
 * is one list of objects, or one object after the other. All placeholders of one file take the same
 * row in one request, and in the steps of one sequence.
 *
 * @since 0.1.0
 */
public final class Values {
  private Values() {}

  /**
   * A column of a CSV file with a header: the row of the request's number, again from the first.
   */
  public static String csv(String file, String column) {
    return placeholder("csv:" + file + ":" + column);
  }

  /** The same, of a row drawn by the seed. */
  public static String csvRandom(String file, String column) {
    return placeholder("csv-random:" + file + ":" + column);
  }

  /** A field of a file of JSON objects: the row of the request's number, again from the first. */
  public static String json(String file, String field) {
    return placeholder("json:" + file + ":" + field);
  }

  /** The same, of a row drawn by the seed. */
  public static String jsonRandom(String file, String field) {
    return placeholder("json-random:" + file + ":" + field);
  }

  /**
   * A whole number of a range, drawn by the seed.
   *
   * @param least from 0
   * @param most included
   * @throws IllegalArgumentException if there is no such number
   */
  public static String random(long least, long most) {
    if (least < 0 || most < least) {
      throw new IllegalArgumentException(
          "no number is between " + least + " and " + most + ": give a range from 0 on");
    }
    return placeholder("random:" + least + "-" + most);
  }

  /** A UUID that no other request has, in this load or another. Each use is another one. */
  public static String uuid() {
    return placeholder("uuid");
  }

  /** The number of the request in its phase, from 0; of a step, the number of its sequence. */
  public static String number() {
    return placeholder("n");
  }

  /** The number of the phase, from 0. */
  public static String phase() {
    return placeholder("phase");
  }

  /** A value that an earlier step of the sequence captured. */
  public static String captured(String name) {
    return placeholder(name);
  }

  private static String placeholder(String name) {
    return "${" + name + "}";
  }
}
