package dev.foliot.hotspot.code;

/**
 * An instruction of a method that may ask an object for a type. Immutable.
 *
 * @param bci where it is
 * @param kind how it asks
 * @param type the address of the Klass that it asks for; 0 where only the running program knows
 */
record TypeCheck(int bci, Kind kind, long type) {
  /** How an instruction asks. */
  enum Kind {
    /** A cast or {@code instanceof}, for a type that stands in the code. */
    CAST,
    /** A call through an interface, which may ask its receiver for that. */
    RECEIVER,
    /** A call of {@code Class.isInstance}, {@code cast} or {@code isAssignableFrom}. */
    CLASS,
    /** A store into an array of objects, for the type of its elements. */
    STORE
  }
}
