package dev.foliot.apps.lottery;

/**
 * The message whose class is moved: its own loader defines it from its bytes. Its ordinary form is
 * never checked.
 */
public final class Parcel extends Message implements Message.Routed, Message.Counted {}
