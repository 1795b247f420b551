package io.gosling.gos.repository;

/** When a change is answered. */
public enum Visible {
    /** When the home has it; that copies elsewhere are old is told, and not waited for. */
    HOLDERS,
    /** When, besides, no node answers with what was there before. */
    EVERYWHERE
}
