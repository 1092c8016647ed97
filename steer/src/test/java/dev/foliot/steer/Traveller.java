package dev.foliot.steer;

/** The class in question: it stands on others that are not loaded before it. */
public class Traveller extends Kinds.Base implements Kinds.Routed, Kinds.Counted {}
