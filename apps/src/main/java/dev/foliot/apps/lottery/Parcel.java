package dev.foliot.apps.lottery;

/**
 * The message whose class is moved: it is defined from its bytes by a loader of its own. Its
 * ordinary form is never asked anything.
 */
public final class Parcel extends Message implements Message.Routed, Message.Counted {}
