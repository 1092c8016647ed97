package dev.foliot.bench.jmh.jmh_generated;

import dev.foliot.bench.jmh.Suite;

/** Has the name of the class that JMH generates for the state. */
public class Suite_Padded_jmhType extends Suite.Padded {}
